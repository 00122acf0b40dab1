// VERDICT: no-race-for-this-input
//
// An exception travels through a promise; either thread may be the last to use it.
#include <future>
#include <thread>

struct Failure {
  int code;
  explicit Failure(int number) : code(number) {}
  Failure(const Failure &other) : code(other.code) {}
  ~Failure() { code = 0; }
};

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&promise] {
    try {
      throw Failure(3);
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  int code = 0;
  try {
    future.get();
  } catch (const Failure &failure) {
    code = failure.code;
  }
  worker.join();
  return code == 3 ? 0 : 1;
}
