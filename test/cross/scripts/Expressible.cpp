// Which scripts, and which of their joins, C can express.
#include "Certainty.h"
#include "InC.h"

namespace raceward::test {
namespace {

constexpr int kNobody = -1;

/// By whom and where a thread is created. Those that run from the start are created by main,
/// one after the other, before its first statement.
struct Creation {
  int creator = kNobody;
  int at = 0;
};

std::vector<Creation> creationsOf(const Script &script) {
  const int threads = static_cast<int>(script.threads.size());
  std::vector<Creation> creations;
  for (int t = 0; t < threads; ++t)
    creations.push_back({t == 0 ? kNobody : 0, t - threads});
  for (int t = 0; t < threads; ++t) {
    const ThreadScript &thread = script.threads[static_cast<std::size_t>(t)];
    for (std::size_t i = 0; i < thread.size(); ++i)
      if (thread[i].op == Op::Create)
        creations[static_cast<std::size_t>(thread[i].target)] = {t, static_cast<int>(i)};
  }
  return creations;
}

bool joins(const ThreadScript &thread, int target) {
  for (const Statement &s : thread)
    if (s.op == Op::Join && s.target == target)
      return true;
  return false;
}

class Handles {
public:
  explicit Handles(const Script &script) : script_(script), creations_(creationsOf(script)) {}

  [[nodiscard]] const Creation &of(int thread) const {
    return creations_[static_cast<std::size_t>(thread)];
  }

  /// The one thread that may join it; nobody if there is none that could.
  [[nodiscard]] int joinerOf(int thread) const {
    const int creator = of(thread).creator;
    if (creator != kNobody && joins(script_.threads[static_cast<std::size_t>(creator)], thread))
      return creator;
    for (std::size_t t = 0; t < script_.threads.size(); ++t)
      if (joins(script_.threads[t], thread) && knowsFromItsStart(static_cast<int>(t), thread))
        return static_cast<int>(t);
    return kNobody;
  }

private:
  /// The handle is written before the reader, or a thread that it comes from, is created.
  [[nodiscard]] bool knowsFromItsStart(int reader, int thread) const {
    const Creation &its = of(thread);
    // Creations may form a circle, which never starts.
    for (std::size_t hops = 0; hops < creations_.size() && reader > 0; ++hops) {
      const Creation &mine = of(reader);
      if (mine.creator == its.creator)
        return its.at < mine.at && isCertain(its, mine, thread);
      reader = mine.creator;
    }
    return false;
  }

  [[nodiscard]] bool isCertain(const Creation &its, const Creation &later, int thread) const {
    if (its.at < 0)
      return true;
    const auto facts = factsOf(script_.threads[static_cast<std::size_t>(its.creator)]);
    return factAbout(facts[static_cast<std::size_t>(later.at)].created, thread) == Certain::Yes;
  }

  const Script &script_;
  std::vector<Creation> creations_;
};

/// What a function has that pthread_once() calls, so that it needs no flag of its thread.
bool mayBeInOnce(Op op) {
  return op <= Op::Get || op == Op::Fence || op == Op::Local || op == Op::Choose ||
         op == Op::SkipUnless;
}

/// Each `once` is followed by a skip of what it calls, whose last statement is the `done`, and
/// nobody jumps into that.
bool onceIsExpressible(const ThreadScript &thread) {
  std::vector<std::size_t> inside(thread.size() + 1, 0);
  for (std::size_t i = 0; i < thread.size(); ++i) {
    if (thread[i].op == Op::Done && inside[i] == 0)
      return false;
    if (thread[i].op != Op::Once)
      continue;
    const std::optional<std::size_t> done = doneOf(thread, i);
    if (!done)
      return false;
    for (std::size_t at = i + 2; at <= *done; ++at) {
      if (at != *done && !mayBeInOnce(thread[at].op))
        return false;
      inside[at] = i + 1;
    }
  }
  for (std::size_t i = 0; i < thread.size(); ++i) {
    if (thread[i].op != Op::SkipUnless || (i != 0 && thread[i - 1].op == Op::Once))
      continue;
    if (inside[i] != inside[i + 1 + static_cast<std::size_t>(thread[i].target)])
      return false;
  }
  return true;
}

} // namespace

std::optional<std::size_t> doneOf(const ThreadScript &thread, std::size_t once) {
  if (once + 1 >= thread.size())
    return std::nullopt;
  const Statement &skip = thread[once + 1];
  const std::size_t done = once + 1 + static_cast<std::size_t>(skip.target);
  if (skip.op != Op::SkipUnless || skip.reg != thread[once].reg || skip.value != Value{false, 1} ||
      skip.target == 0 || thread[done].op != Op::Done || thread[done].target != thread[once].target)
    return std::nullopt;
  return done;
}

std::optional<Script> expressible(Script script) {
  const Script before = script;
  const Handles handles(before);
  if (script.threads.empty() || handles.of(0).creator != kNobody)
    return std::nullopt;
  for (const ThreadScript &thread : script.threads)
    if (!onceIsExpressible(thread))
      return std::nullopt;
  for (std::size_t t = 0; t < script.threads.size(); ++t)
    for (Statement &s : script.threads[t]) {
      if (s.op == Op::Join && handles.joinerOf(s.target) != static_cast<int>(t))
        s = Statement{};
      if (s.op == Op::AtomicSetIfZero)
        s.op = Op::CompareAndSwap;
    }
  return script;
}

Script strengthened(Script script) {
  for (ThreadScript &thread : script.threads)
    for (Statement &s : thread)
      s.order = MemoryOrder::SeqCst;
  return script;
}

bool isSequentiallyConsistent(const Script &script) {
  return script == strengthened(script);
}

} // namespace raceward::test
