// VERDICT: no-race-for-this-input
//
// scoped_lock takes two mutexes, named in both orders, without a deadlock.
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int money = 10;
};

static void move(Account &from, Account &to) {
  const std::scoped_lock guard(from.lock, to.lock);
  from.money -= 1;
  to.money += 1;
}

int main() {
  Account a;
  Account b;
  std::thread there(move, std::ref(a), std::ref(b));
  std::thread back(move, std::ref(b), std::ref(a));
  there.join();
  back.join();
  return a.money + b.money == 20 ? 0 : 1;
}
