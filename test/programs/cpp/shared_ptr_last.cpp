// VERDICT: no-race-for-this-input
//
// The count of a shared_ptr orders all uses of the object before its end.
#include <memory>
#include <thread>

struct Message {
  int text = 1;
  ~Message() { text = 0; }
};

static int seen;

int main() {
  auto mine = std::make_shared<Message>();
  std::thread other([copy = mine]() mutable {
    seen = copy->text;
    copy.reset();
  });
  const int here = mine->text;
  mine.reset();
  other.join();
  return here == 1 && seen == 1 ? 0 : 1;
}
