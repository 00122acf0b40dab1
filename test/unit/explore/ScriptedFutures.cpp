#include "ScriptedFutures.h"

#include <algorithm>
#include <optional>
#include <set>

namespace raceward::test {
namespace {

using Meeting = FutureMeeting::Kind;

std::vector<Meeting> meetingsOf(Op op) {
  switch (op) {
  case Op::Lock:
    return {Meeting::Lock};
  case Op::Unlock:
  case Op::Done:
    return {Meeting::Unlock};
  case Op::TryLock:
    return {Meeting::TryLock};
  case Op::ReadLock:
    return {Meeting::ReadLock};
  case Op::ReadUnlock:
    return {Meeting::ReadUnlock};
  case Op::TryReadLock:
    return {Meeting::TryReadLock};
  case Op::Post:
    return {Meeting::Post};
  case Op::Wait:
    return {Meeting::Wait};
  case Op::TryWait:
    return {Meeting::Wait, Meeting::Look};
  case Op::Look:
    return {Meeting::Look};
  case Op::Barrier:
    return {Meeting::Arrive};
  case Op::Once: // whoever is not the first is a reader, who may become the first
    return {Meeting::Lock};
  default:
    return {};
  }
}

HeldLocks without(HeldLocks held, ObjectId lock) {
  std::erase_if(held, [&](const CertainLock &one) { return one.lock == lock; });
  return held;
}

HeldLocks with(const HeldLocks &held, CertainLock lock) {
  HeldLocks more = without(held, lock.lock);
  more.insert(std::lower_bound(more.begin(), more.end(), lock), lock);
  return more;
}

/// The ways in which the locks may be held after a statement.
std::vector<HeldLocks> after(const Statement &s, ObjectId object, const HeldLocks &held) {
  switch (s.op) {
  case Op::Lock:
    return {with(held, {object, true})};
  case Op::TryLock:
    return {with(held, {object, true}), held};
  case Op::ReadLock:
    return {with(held, {object, false})};
  case Op::TryReadLock:
    return {with(held, {object, false}), held};
  case Op::Unlock:
  case Op::ReadUnlock:
    if (mutated(Mutation::PruningHeld))
      return {held};
    return {without(held, object)};
  default:
    return {held};
  }
}

void add(const MemoryAccess &access, const HeldLocks &held, Deeds &deeds) {
  for (FutureAccess &known : deeds.accesses)
    if (known.access == access) {
      if (std::find(known.locksets.begin(), known.locksets.end(), held) == known.locksets.end())
        known.locksets.push_back(held);
      return;
    }
  deeds.accesses.push_back({access, {}, {held}});
}

} // namespace

ScriptedFutures::ScriptedFutures(const Script &script, Operations accesses, Objects objectOf)
    : script_(script), accesses_(std::move(accesses)), objectOf_(std::move(objectOf)) {}

void ScriptedFutures::add(std::size_t thread, std::size_t start, const HeldLocks &held,
                          Deeds &deeds, std::vector<std::size_t> &creates) {
  const ThreadScript &code = script_.threads[thread];
  std::set<std::pair<std::size_t, HeldLocks>> seen;
  std::vector<std::pair<std::size_t, HeldLocks>> open{{start, held}};
  while (!open.empty()) {
    const auto [pc, now] = open.back();
    open.pop_back();
    if (pc >= code.size() || !seen.insert({pc, now}).second)
      continue;
    const Statement &s = code[pc];
    const auto number = static_cast<std::size_t>(s.target);
    const auto goTo = [&](std::size_t next, const HeldLocks &then) {
      open.push_back({next, then});
    };
    if (s.op == Op::SkipUnless) {
      if (!mutated(Mutation::PruningBranches))
        goTo(pc + 1, now);
      goTo(pc + 1 + number, now);
      continue;
    }
    if (s.op == Op::AgainUnless) {
      deeds.mayWait = true;
      goTo(pc - number, now);
      goTo(pc + 1, now);
      continue;
    }
    if (s.op == Op::Exit)
      continue;
    if (s.op == Op::Create)
      creates.push_back(number);
    for (const MemoryAccess &access : accesses_(thread, pc))
      test::add(access, now, deeds);
    const std::vector<Meeting> meetings = meetingsOf(s.op);
    const ObjectId object = meetings.empty() ? ObjectId() : objectOf_(s);
    for (const Meeting kind : meetings)
      deeds.meetings.push_back({kind, object});
    std::size_t next = pc + 1;
    if (s.op == Op::Begin)
      while (code[next - 1].op != Op::End)
        ++next;
    for (const HeldLocks &then : after(s, object, now))
      goTo(next, then);
  }
}

const Future &ScriptedFutures::from(std::size_t thread, std::size_t pc, const HeldLocks &held) {
  const auto [place, isNew] = futures_.try_emplace({thread, pc, held});
  Future &future = place->second;
  if (!isNew)
    return future;
  std::vector<std::size_t> creates;
  add(thread, pc, held, future.own, creates);
  for (std::size_t i = 0; i < creates.size(); ++i) {
    if (std::find(creates.begin(), creates.begin() + static_cast<std::ptrdiff_t>(i), creates[i]) !=
        creates.begin() + static_cast<std::ptrdiff_t>(i))
      continue; // each thread is created at most once
    Deeds deeds;
    add(creates[i], 0, {}, deeds, creates);
    future.created.push_back(std::move(deeds));
  }
  return future;
}

} // namespace raceward::test
