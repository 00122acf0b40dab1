// VERDICT: no-race-for-this-input
//
// A copy in each lambda.
#include <thread>

int main() {
  int number = 1;
  int result = 0;
  std::thread other([number, &result]() mutable {
    number += 1;
    result = number;
  });
  number = 5;
  other.join();
  return result == 2 && number == 5 ? 0 : 1;
}
