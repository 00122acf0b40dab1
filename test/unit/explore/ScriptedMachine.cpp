#include "ScriptedMachine.h"

namespace raceward::test {
namespace {

MemoryOrder orderOfFailure(MemoryOrder order) {
  if (order == MemoryOrder::Release)
    return MemoryOrder::Relaxed;
  return order == MemoryOrder::AcquireRelease ? MemoryOrder::Acquire : order;
}

} // namespace

ScriptedMachine::ScriptedMachine(const Script &script) {
  RW_CHECK(validate(script).has_value());
  decode(script);
  for (std::size_t t = 0; t < code_.size(); ++t)
    jump(t, 0);
  log_.clear();
  initial_ = slots_;
}

void ScriptedMachine::decode(const Script &script) {
  std::size_t mutexCount = 0;
  std::vector<bool> created(script.threads.size(), false);
  for (const ThreadScript &thread : script.threads)
    for (const Statement &s : thread) {
      const auto number = static_cast<std::size_t>(s.target);
      if (s.op == Op::Lock || s.op == Op::Unlock)
        mutexCount = std::max(mutexCount, number + 1);
      else if (s.op == Op::Create)
        created[number] = true;
      else if (s.op <= Op::CompareAndSwap)
        variableCount_ = std::max(variableCount_, number + 1);
    }
  const std::size_t threads = script.threads.size();
  registers_ = 2 * threads;
  variables_ = registers_ + threads * Script::kRegisters;
  mutexes_ = variables_ + variableCount_;
  code_.resize(threads);
  slots_.assign(mutexes_ + mutexCount, 0);
  std::uint32_t position = 0;
  for (std::size_t t = 0; t < threads; ++t) {
    slots_[startedSlot(t)] = created[t] ? 0 : 1;
    const ThreadScript &thread = script.threads[t];
    code_[t].resize(thread.size());
    for (std::size_t i = 0; i < thread.size(); ++i) {
      code_[t][i].operation.at = PositionId(position++);
      decodeStatement(thread, i, code_[t][i]);
    }
  }
}

void ScriptedMachine::decodeStatement(const ThreadScript &thread, std::size_t at,
                                      Decoded &decoded) {
  const Statement &s = thread[at];
  decoded.statement = s;
  decoded.after = static_cast<std::uint32_t>(at + 1);
  decoded.outcomes = {Outcome{}};
  const auto number = static_cast<std::size_t>(s.target);
  const Address variable{ObjectId(number), 0, 4};
  const ObjectId mutex(variableCount_ + number);
  Action &action = decoded.operation.action;
  switch (s.op) {
  case Op::Read:
    action = Read{variable};
    break;
  case Op::Write:
    action = Write{variable};
    break;
  case Op::AtomicRead:
    action = AtomicRead{variable, s.order};
    break;
  case Op::AtomicWrite:
    action = AtomicWrite{variable, s.order};
    break;
  case Op::AtomicAdd:
  case Op::AtomicSetIfZero:
    action = AtomicUpdate{variable, s.order};
    break;
  case Op::CompareAndSwap:
    action = AtomicUpdate{variable, s.order};
    decoded.failure = {AtomicRead{variable, orderOfFailure(s.order)}, decoded.operation.at};
    break;
  case Op::Begin: {
    Section section;
    std::size_t i = at + 1;
    for (; thread[i].op != Op::End; ++i)
      section.accesses.push_back({{ObjectId(static_cast<std::size_t>(thread[i].target)), 0, 4},
                                  thread[i].op == Op::Read ? AccessKind::Read : AccessKind::Write,
                                  MemoryOrder::SeqCst});
    decoded.after = static_cast<std::uint32_t>(i + 1);
    action = std::move(section);
    break;
  }
  case Op::Lock:
    action = Lock{mutex};
    break;
  case Op::Unlock:
    action = Unlock{mutex};
    break;
  case Op::Choose:
    action = Choice{};
    decoded.outcomes.clear();
    for (int i = 0; i < s.value.number; ++i)
      decoded.outcomes.push_back({static_cast<std::uint32_t>(i)});
    break;
  case Op::Create:
    action = Create{ThreadId(number)};
    break;
  case Op::Join:
    action = Join{ThreadId(number)};
    break;
  case Op::End:
  case Op::SkipUnless:
  case Op::Local:
    break;
  }
}

void ScriptedMachine::set(std::size_t slot, int value) {
  log_.push_back({static_cast<std::uint32_t>(slot), slots_[slot]});
  slots_[slot] = value;
}

int ScriptedMachine::valueOf(std::size_t t, const Value &value) const {
  return value.isRegister ? slots_[registerSlot(t, value.number)] : value.number;
}

// Skips are no events: a thread always stands before a statement that is one.
void ScriptedMachine::jump(std::size_t t, std::uint32_t pc) {
  const auto &code = code_[t];
  while (pc < code.size() && code[pc].statement.op == Op::SkipUnless) {
    const Statement &s = code[pc].statement;
    const bool equal = slots_[registerSlot(t, s.reg)] == valueOf(t, s.value);
    pc += 1 + (equal ? 0 : static_cast<std::uint32_t>(s.target));
  }
  set(pcSlot(t), static_cast<int>(pc));
}

Result<void> ScriptedMachine::restart() {
  slots_ = initial_;
  log_.clear();
  known_ = false;
  return {};
}

Result<void> ScriptedMachine::rewind(MarkId mark) {
  RW_CHECK(mark.index() <= log_.size());
  while (log_.size() > mark.index()) {
    slots_[log_.back().slot] = log_.back().before;
    log_.pop_back();
  }
  known_ = false;
  return {};
}

bool ScriptedMachine::finished(std::size_t t) const {
  return slots_[startedSlot(t)] != 0 &&
         static_cast<std::size_t>(slots_[pcSlot(t)]) == code_[t].size();
}

bool ScriptedMachine::canMove(std::size_t t) const {
  const Statement &s = code_[t][static_cast<std::size_t>(slots_[pcSlot(t)])].statement;
  if (s.op == Op::Lock)
    return slots_[mutexSlot(s.target)] == 0;
  if (s.op == Op::Join)
    return finished(static_cast<std::size_t>(s.target));
  return true;
}

void ScriptedMachine::findThreads() {
  if (known_)
    return;
  known_ = true;
  enabled_.clear();
  disabled_.clear();
  for (std::size_t t = 0; t < code_.size(); ++t)
    if (slots_[startedSlot(t)] != 0 && !finished(t))
      (canMove(t) ? enabled_ : disabled_).push_back(ThreadId(t));
}

std::span<const ThreadId> ScriptedMachine::enabled() {
  findThreads();
  return enabled_;
}

std::span<const ThreadId> ScriptedMachine::disabled() {
  findThreads();
  return disabled_;
}

const Operation &ScriptedMachine::next(ThreadId t) const {
  const Decoded &decoded = code_[t.index()][static_cast<std::size_t>(slots_[pcSlot(t.index())])];
  const Statement &s = decoded.statement;
  if (s.op == Op::Unlock && slots_[mutexSlot(s.target)] != static_cast<int>(t.index()) + 1)
    return nothing_;
  if (s.op == Op::CompareAndSwap && slots_[variableSlot(s.target)] != 0)
    return decoded.failure;
  return decoded.operation;
}

Result<std::span<const Outcome>> ScriptedMachine::outcomes(ThreadId t) {
  const auto pc = static_cast<std::size_t>(slots_[pcSlot(t.index())]);
  return std::span<const Outcome>(code_[t.index()][pc].outcomes);
}

void ScriptedMachine::perform(std::size_t t, const Statement &s) {
  switch (s.op) {
  case Op::Read:
  case Op::AtomicRead:
    set(registerSlot(t, s.reg), slots_[variableSlot(s.target)]);
    break;
  case Op::Write:
  case Op::AtomicWrite:
    set(variableSlot(s.target), valueOf(t, s.value));
    break;
  case Op::AtomicAdd: {
    const int before = slots_[variableSlot(s.target)];
    set(variableSlot(s.target), before + valueOf(t, s.value));
    set(registerSlot(t, s.reg), before);
    break;
  }
  case Op::AtomicSetIfZero:
  case Op::CompareAndSwap: {
    const int before = slots_[variableSlot(s.target)];
    if (before == 0)
      set(variableSlot(s.target), valueOf(t, s.value));
    set(registerSlot(t, s.reg), before);
    break;
  }
  case Op::Lock:
    set(mutexSlot(s.target), static_cast<int>(t) + 1);
    break;
  case Op::Unlock:
    if (slots_[mutexSlot(s.target)] == static_cast<int>(t) + 1)
      set(mutexSlot(s.target), 0);
    break;
  case Op::Create:
    set(startedSlot(static_cast<std::size_t>(s.target)), 1);
    break;
  case Op::Begin:
  case Op::End:
  case Op::Choose:
  case Op::SkipUnless:
  case Op::Join:
  case Op::Local:
    break;
  }
}

Result<void> ScriptedMachine::step(ThreadId thread, Outcome outcome) {
  const std::size_t t = thread.index();
  const auto pc = static_cast<std::size_t>(slots_[pcSlot(t)]);
  RW_CHECK(slots_[startedSlot(t)] != 0 && pc < code_[t].size() && canMove(t));
  const Decoded &decoded = code_[t][pc];
  if (decoded.statement.op == Op::Begin)
    for (std::size_t i = pc + 1; i < decoded.after; ++i)
      perform(t, code_[t][i].statement);
  else if (decoded.statement.op == Op::Choose)
    set(registerSlot(t, decoded.statement.reg), static_cast<int>(outcome.name));
  else
    perform(t, decoded.statement);
  jump(t, decoded.after);
  known_ = false;
  return {};
}

std::string ScriptedMachine::state() const {
  std::string text;
  for (const int slot : slots_)
    text += std::to_string(slot) + ' ';
  return text;
}

bool ScriptedMachine::deadlocked() {
  findThreads();
  return enabled_.empty() && !disabled_.empty();
}

} // namespace raceward::test
