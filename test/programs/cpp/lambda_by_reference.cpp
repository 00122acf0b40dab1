// VERDICT: race
//
// Two threads capture the same local variable by reference.
#include <thread>

int main() {
  int sum = 0;
  std::thread one([&sum] {
    sum += 1; // ACCESS: read write 'sum'
  });
  std::thread two([&sum] {
    sum += 2; // ACCESS: read write 'sum'
  });
  one.join();
  two.join();
  return sum > 0 ? 0 : 1;
}
