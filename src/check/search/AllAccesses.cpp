#include "AllAccesses.h"

#include "raceward/explore/CanPerform.h"

#include <algorithm>
#include <variant>

namespace raceward {

namespace {

/// Longer runs are hard to follow, for readers as well.
constexpr std::size_t kMostAccesses = 2'000;

class Expansion {
public:
  Expansion(ThreadedMachine &machine, const Trace &found) : machine_(machine), found_(found) {}

  std::optional<Trace> run() {
    if (!machine_.restart() || !addQuiet(ThreadId(0)))
      return std::nullopt;
    for (const Event &event : found_) {
      const Result<bool> possible = canPerform(machine_, event);
      if (!possible || !*possible || !perform(event))
        return std::nullopt;
      if (&event == &found_.back())
        break; // it is the second access of the race
      if (!addQuiet(event.thread))
        return std::nullopt;
      // A new thread begins after its creator has gone on.
      if (const auto *create = std::get_if<Create>(&event.operation.action);
          create != nullptr && !addQuiet(create->child))
        return std::nullopt;
    }
    return std::move(all_);
  }

private:
  bool perform(Event event) {
    event.index = nextIndexOf(event.thread);
    if (!machine_.step(event.thread, event.outcome))
      return false;
    all_.push_back(std::move(event));
    return true;
  }

  bool addQuiet(ThreadId thread) {
    for (;;) {
      const auto enabled = machine_.enabled();
      if (std::ranges::find(enabled, thread) == enabled.end() || !machine_.isNextQuiet(thread))
        return true;
      const auto outcomes = machine_.outcomes(thread);
      if (++quiet_ > kMostAccesses || !outcomes || outcomes->size() != 1)
        return false;
      const Outcome only = outcomes->front();
      if (!perform({thread, 0, only, machine_.next(thread, only)}))
        return false;
    }
  }

  std::uint32_t nextIndexOf(ThreadId thread) {
    if (indices_.size() <= thread.index())
      indices_.resize(thread.index() + 1);
    return indices_[thread.index()]++;
  }

  ThreadedMachine &machine_;
  const Trace &found_;
  Trace all_;
  std::vector<std::uint32_t> indices_; ///< of the next event, by thread
  std::size_t quiet_ = 0;
};

} // namespace

std::optional<Trace> withAllAccesses(ThreadedMachine &machine, const Trace &found) {
  return Expansion(machine, found).run();
}

} // namespace raceward
