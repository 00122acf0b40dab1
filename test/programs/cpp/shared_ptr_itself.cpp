// VERDICT: race
//
// The count is atomic; the pointer that owns is not.
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread writer([] {
    current = std::make_shared<int>(2); // ACCESS: write 'current'
  });
  const std::shared_ptr<int> copy = current; // ACCESS: read 'current'
  writer.join();
  return *copy > 0 ? 0 : 1;
}
