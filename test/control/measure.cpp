// What control costs: prints nanoseconds per step, microseconds per hand-over, runs per second.
#include "Controller.h"

#include <chrono>
#include <cstdio>

namespace {

double secondsOf(auto &&work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void measureSteps(const char *name, const char *scenario, const Wanted &wanted) {
  Controller controller({RW_SCENARIOS, scenario});
  controller.run(wanted);
  double best = 1e9;
  ControlledRun run;
  for (int i = 0; i < 5; ++i) {
    const double seconds = secondsOf([&] { run = controller.run(wanted); });
    best = seconds < best ? seconds : best;
  }
  const double events = static_cast<double>(run.events.size());
  std::printf("%s: %zu events, %llu hand-overs, %.1f ns per event (with start and end)\n", name,
              run.events.size(), static_cast<unsigned long long>(run.switches),
              best * 1e9 / events);
}

void measureRuns(unsigned slots, bool isPinned) {
  Controller controller({RW_SCENARIOS, "thirty"}, slots);
  constexpr unsigned kRuns = 4000;
  Wanted wanted;
  wanted.policy = RW_RANDOM;
  const double seconds = secondsOf([&] {
    unsigned started = 0;
    for (; started < slots; ++started) {
      wanted.pin = isPinned ? static_cast<int>(started) + 1 : 0;
      controller.start(started, wanted);
    }
    for (unsigned ended = 0; ended < kRuns; ++ended) {
      const rw_reply reply = controller.wait();
      if (started < kRuns) {
        wanted.seed = ++started;
        wanted.pin = isPinned ? static_cast<int>(reply.slot) + 1 : 0;
        controller.start(reply.slot, wanted);
      }
    }
  });
  std::printf("thirty: %u slots%s: %.0f runs per second\n", slots, isPinned ? ", pinned" : "",
              kRuns / seconds);
}

} // namespace

int main() {
  Wanted lowest;
  measureSteps("one thread", "million", lowest);
  Wanted random;
  random.policy = RW_RANDOM;
  random.switchPermille = 1000;
  measureSteps("two threads that take turns, pinned", "taking_turns", random);
  random.pin = 0;
  measureSteps("two threads that take turns", "taking_turns", random);
  for (const unsigned slots : {1U, 2U}) {
    measureRuns(slots, false);
    measureRuns(slots, true);
  }
}
