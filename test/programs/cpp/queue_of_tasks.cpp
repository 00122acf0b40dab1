// VERDICT: no-race-for-this-input
//
// A queue with a mutex and a condition variable, as every project has one.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Queue {
public:
  void put(int value) {
    {
      const std::lock_guard<std::mutex> guard(lock_);
      values_.push_back(value);
    }
    changed_.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> guard(lock_);
    changed_.wait(guard, [this] { return !values_.empty(); });
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

private:
  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<int> values_;
};

int main() {
  Queue queue;
  int sum = 0;
  std::thread consumer([&queue, &sum] { sum = queue.take() + queue.take(); });
  queue.put(1);
  queue.put(2);
  consumer.join();
  return sum == 3 ? 0 : 1;
}
