// VERDICT: race
//
// A reference to an element outlives the agreement not to change it.
#include <thread>
#include <vector>

static int look(const int &element) {
  return element; // ACCESS: read 'element'
}

int main() {
  std::vector<int> numbers{1};
  const int &first = numbers.front();
  std::thread reader([&first] { look(first); });
  numbers[0] = 2; // ACCESS: write
  reader.join();
  return numbers[0] == 2 ? 0 : 1;
}
