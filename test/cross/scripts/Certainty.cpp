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
  meet(into.created, from.created);
  meet(into.joined, from.joined);
}

ThreadFacts after(const Statement &statement, ThreadFacts facts, bool createsIt) {
  switch (statement.op) {
  case Op::Lock:
    facts.reachable &= factAbout(facts.held, statement.target) != Certain::Yes;
    facts.held[statement.target] = Certain::Yes;
    break;
  case Op::Unlock:
    facts.held[statement.target] = Certain::No;
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

} // namespace

Certain factAbout(const std::map<int, Certain> &facts, int number) {
  const auto found = facts.find(number);
  return found == facts.end() ? Certain::No : found->second;
}

// Jumps go forward only, so that one pass is enough.
std::vector<ThreadFacts> factsOf(const ThreadScript &thread) {
  std::vector<ThreadFacts> facts(thread.size() + 1);
  facts[0].reachable = true;
  for (std::size_t i = 0; i < thread.size(); ++i) {
    const Statement &s = thread[i];
    const bool createsIt = s.op == Op::Join && creates(thread, s.target);
    flow(facts[i + 1], after(s, facts[i], createsIt));
    if (s.op == Op::SkipUnless)
      flow(facts[i + 1 + static_cast<std::size_t>(s.target)], facts[i]);
  }
  return facts;
}

} // namespace raceward::test
