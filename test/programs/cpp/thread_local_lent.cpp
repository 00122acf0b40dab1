// VERDICT: race
//
// The address of a thread-local variable is given to another thread.
#include <thread>

static thread_local int mine;

int main() {
  std::thread other([lent = &mine] {
    *lent = 1; // ACCESS: write '*lent'
  });
  mine = 2; // ACCESS: write 'mine'
  other.join();
  return 0;
}
