#include "Certainty.h"

namespace raceward::test {
namespace {

void meet(std::map<int, Certain> &into, const std::map<int, Certain> &other) {
  for (const auto &[number, certain] : other)
    into.try_emplace(number, Certain::No);
  for (auto &[number, certain] : into)
    if (certain != factAbout(other, number))
      certain = Certain::Maybe;
}

void flow(ThreadFacts &into, const ThreadFacts &from) {
  if (!from.reachable)
    return;
  if (!into.reachable) {
    into = from;
    return;
  }
  meet(into.held, from.held);
  meet(into.reading, from.reading);
  meet(into.created, from.created);
  meet(into.joined, from.joined);
}

ThreadFacts after(const Statement &statement, ThreadFacts facts, bool createsIt) {
  const Certain held = factAbout(facts.held, statement.target);
  switch (statement.op) {
  case Op::Lock:
    facts.reachable &=
        held != Certain::Yes && factAbout(facts.reading, statement.target) != Certain::Yes;
    facts.held[statement.target] = Certain::Yes;
    facts.reading[statement.target] = Certain::No;
    break;
  case Op::TryLock:
    facts.held[statement.target] = held == Certain::Yes ? Certain::Yes : Certain::Maybe;
    break;
  case Op::Unlock:
    facts.held[statement.target] = Certain::No;
    break;
  case Op::ReadLock:
    facts.reachable &= held != Certain::Yes;
    facts.reading[statement.target] =
        factAbout(facts.reading, statement.target) == Certain::No ? Certain::Yes : Certain::Maybe;
    facts.held[statement.target] = Certain::No;
    break;
  case Op::TryReadLock:
    if (held != Certain::Yes)
      facts.reading[statement.target] = Certain::Maybe;
    break;
  case Op::ReadUnlock:
    if (factAbout(facts.reading, statement.target) == Certain::Yes)
      facts.reading[statement.target] = Certain::No;
    break;
  case Op::Create:
    facts.created[statement.target] = Certain::Yes;
    break;
  case Op::Join:
    if (createsIt) {
      facts.reachable &= factAbout(facts.created, statement.target) != Certain::No;
      facts.created[statement.target] = Certain::Yes;
    }
    facts.joined[statement.target] = Certain::Yes;
    break;
  case Op::Exit:
    facts.reachable = false;
    break;
  default: // says nothing about locks and threads
    break;
  }
  return facts;
}

bool creates(const ThreadScript &thread, int child) {
  for (const Statement &s : thread)
    if (s.op == Op::Create && s.target == child)
      return true;
  return false;
}

bool isJumpedTo(const ThreadScript &thread, std::size_t at) {
  for (std::size_t i = 0; i < thread.size(); ++i) {
    const auto length = static_cast<std::size_t>(thread[i].target);
    if ((thread[i].op == Op::SkipUnless && i + 1 + length == at) ||
        (thread[i].op == Op::AgainUnless && i == at + length))
      return true;
  }
  return false;
}

/// A skip that asks for the result of the trylock right before it knows how that went, unless
/// another jump leads to it, too.
ThreadFacts afterTryLock(const ThreadScript &thread, std::size_t i, ThreadFacts facts,
                         const std::vector<ThreadFacts> &all, bool equal) {
  const bool reader = i != 0 && thread[i - 1].op == Op::TryReadLock;
  if (i == 0 || thread[i].op != Op::SkipUnless || (thread[i - 1].op != Op::TryLock && !reader))
    return facts;
  const Statement &attempt = thread[i - 1];
  const Value &value = thread[i].value;
  const bool known = value == Value{false, 0} || value == Value{false, 1};
  if (attempt.reg != thread[i].reg || !known || isJumpedTo(thread, i) ||
      factAbout(all[i - 1].held, attempt.target) != Certain::No ||
      factAbout(all[i - 1].reading, attempt.target) != Certain::No)
    return facts;
  (reader ? facts.reading : facts.held)[attempt.target] =
      (value.number == 1) == equal ? Certain::Yes : Certain::No;
  return facts;
}

} // namespace

Certain factAbout(const std::map<int, Certain> &facts, int number) {
  const auto found = facts.find(number);
  return found == facts.end() ? Certain::No : found->second;
}

std::vector<ThreadFacts> factsOf(const ThreadScript &thread) {
  std::vector<ThreadFacts> facts(thread.size() + 1);
  facts[0].reachable = true;
  // Loops go back: again until nothing changes.
  for (std::vector<ThreadFacts> before; before != facts;) {
    before = facts;
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const Statement &s = thread[i];
      const bool createsIt = s.op == Op::Join && creates(thread, s.target);
      flow(facts[i + 1], afterTryLock(thread, i, after(s, facts[i], createsIt), facts, true));
      if (s.op == Op::SkipUnless)
        flow(facts[i + 1 + static_cast<std::size_t>(s.target)],
             afterTryLock(thread, i, facts[i], facts, false));
      if (s.op == Op::AgainUnless)
        flow(facts[i - static_cast<std::size_t>(s.target)], facts[i]);
    }
  }
  return facts;
}

} // namespace raceward::test
