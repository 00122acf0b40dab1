// VERDICT: no-race-for-this-input
//
// Whoever wins the compare-and-swap owns the slot.
#include <atomic>
#include <thread>

static std::atomic<int> owner{0};
static int slot;

static void claim(int me) {
  int nobody = 0;
  if (owner.compare_exchange_strong(nobody, me))
    slot = me;
}

int main() {
  std::thread one(claim, 1);
  std::thread two(claim, 2);
  one.join();
  two.join();
  return slot == owner.load() ? 0 : 1;
}
