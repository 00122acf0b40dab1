// bench_queue URL [COPIES [MESSAGES [BYTES]]]: how fast the queue is, one call after the other and
// with four workers, and how long each call takes. run.py starts servers for it.
#include "raceward/queue/Queue.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace raceward;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

template <typename T> T need(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "bench_queue: %s (%s)\n", result.error().message.c_str(),
                 result.error().details.c_str());
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>)
    return *std::move(result);
}

class Times {
public:
  template <typename Call> auto measure(Call call) {
    const auto begin = Clock::now();
    auto result = call();
    all_.push_back(milliseconds(Clock::now() - begin));
    return result;
  }
  void add(double time) { all_.push_back(time); }
  void print(const char *what) {
    std::ranges::sort(all_);
    double sum = 0;
    for (const double time : all_)
      sum += time;
    std::printf("%-34s %8.0f/s   p50 %6.2f ms   p99 %6.2f ms\n", what,
                1000 * static_cast<double>(all_.size()) / sum, all_[all_.size() / 2],
                all_[all_.size() * 99 / 100]);
  }

private:
  std::vector<double> all_;
};

void work(const QueueSettings &settings, const std::atomic<bool> &stop) {
  const auto queue = need(connect(settings));
  while (!stop)
    if (const auto delivery = need(queue->take(100ms))) {
      need(queue->answer(delivery->topic(), delivery->id(), delivery->body()));
      delivery->done();
    }
}

/// Keeps so many items under way, as a check does.
void roundTrips(const QueueSettings &settings, std::size_t messages, std::size_t bytes,
                unsigned workers, std::size_t underWay) {
  const auto queue = need(connect(settings));
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  threads.reserve(workers);
  for (unsigned i = 0; i < workers; ++i)
    threads.emplace_back([&] { work(settings, stop); });
  std::this_thread::sleep_for(500ms);
  const std::string body(bytes, 'x');
  std::vector<Clock::time_point> begun(messages);
  std::vector<double> times;
  std::size_t offered = 0;
  const auto begin = Clock::now();
  while (times.size() < messages) {
    std::vector<WorkOffer> offers;
    for (; offered < messages && offered - times.size() < underWay; ++offered) {
      begun[offered] = Clock::now();
      offers.push_back({std::to_string(offered), body});
    }
    need(queue->offerAll("bench", offers));
    for (const auto &answer : need(queue->answers("bench", 256, 100ms))) {
      times.push_back(milliseconds(Clock::now() - begun[std::stoul(answer->id())]));
      answer->stored();
    }
  }
  const double seconds = milliseconds(Clock::now() - begin) / 1000;
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
  std::ranges::sort(times);
  std::printf("%u workers, %3zu items under way      %8.0f/s   p50 %6.2f ms   p99 %6.2f ms\n",
              workers, underWay, static_cast<double>(messages) / seconds, times[times.size() / 2],
              times[times.size() * 99 / 100]);
  need(queue->clear("bench"));
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_queue URL [COPIES [MESSAGES [BYTES]]]\n");
    return 2;
  }
  QueueSettings settings;
  settings.url = argv[1];
  settings.replicas = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  const std::size_t messages = argc > 3 ? static_cast<std::size_t>(std::atol(argv[3])) : 5000;
  const std::size_t bytes = argc > 4 ? static_cast<std::size_t>(std::atol(argv[4])) : 1000;
  const std::string body(bytes, 'x');
  std::printf("%zu messages of %zu bytes, copies: %u\n", messages, bytes, settings.replicas);
  {
    const auto queue = need(connect(settings));
    need(queue->clear("bench"));
    Times offers, takes, answerings;
    const auto ok = [](Result<void> done) {
      need(std::move(done));
      return true;
    };
    for (std::size_t i = 0; i < messages; ++i)
      offers.measure([&] { return ok(queue->offer("bench", std::to_string(i), body)); });
    for (std::size_t i = 0; i < messages; ++i) {
      const auto delivery = takes.measure([&] { return need(queue->take(10s)); });
      answerings.measure([&] { return ok(queue->answer("bench", delivery->id(), body)); });
      delivery->done();
    }
    std::vector<WorkOffer> together;
    for (std::size_t i = 0; i < messages; ++i)
      together.push_back({"together-" + std::to_string(i), body});
    const auto offering = Clock::now();
    need(queue->offerAll("bench", together));
    const double offeringSeconds = milliseconds(Clock::now() - offering) / 1000;
    need(queue->withdraw("bench"));
    const auto begin = Clock::now();
    std::size_t read = 0;
    while (read < messages)
      for (const auto &answer : need(queue->answers("bench", 256, 10s))) {
        answer->stored();
        ++read;
      }
    const double seconds = milliseconds(Clock::now() - begin) / 1000;
    offers.print("offer()");
    std::printf("%-34s %8.0f/s\n", "offerAll()", static_cast<double>(messages) / offeringSeconds);
    takes.print("take()");
    answerings.print("answer()");
    std::printf("%-34s %8.0f/s\n", "answers(), 256 at a time",
                static_cast<double>(messages) / seconds);
    need(queue->clear("bench"));
  }
  roundTrips(settings, messages, bytes, 1, 1);
  roundTrips(settings, messages, bytes, 4, 4);
  roundTrips(settings, messages, bytes, 4, 64);
}
