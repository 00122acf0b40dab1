#include "ScriptedMachine.h"

#include <utility>

namespace raceward::test {
namespace {

MemoryOrder orderOfFailure(MemoryOrder order) {
  if (order == MemoryOrder::Release)
    return MemoryOrder::Relaxed;
  return order == MemoryOrder::AcquireRelease ? MemoryOrder::Acquire : order;
}

constexpr int kNotSeen = -1;
constexpr int kOnceDone = -1;

/// Of a lock, semaphore, barrier or once; what they do depends on the state.
bool isMeeting(Op op) {
  return op >= Op::Lock && op <= Op::Done;
}

} // namespace

ScriptedMachine::ScriptedMachine(const Script &script, Waiting waiting, Indices indices)
    : waiting_(waiting), indices_(indices),
      futures_(
          script, [this](std::size_t t, std::size_t pc) { return accessesAt(t, pc); },
          [this](const Statement &statement) { return pointOf(statement); }) {
  RW_CHECK(validate(script).has_value());
  decode(script);
  for (std::size_t t = 0; t < code_.size(); ++t)
    jump(t, 0);
  log_.clear();
  initial_ = slots_;
}

void ScriptedMachine::decode(const Script &script) {
  std::vector<bool> created(script.threads.size(), false);
  for (const ThreadScript &thread : script.threads)
    for (const Statement &s : thread) {
      const auto number = static_cast<std::size_t>(s.target);
      if (s.op >= Op::Lock && s.op <= Op::TryReadLock)
        mutexes_.need(s.target);
      else if (s.op >= Op::Post && s.op <= Op::Look)
        semaphores_.need(s.target);
      else if (s.op == Op::Barrier)
        barriers_.need(s.target);
      else if (s.op == Op::Once || s.op == Op::Done)
        onces_.need(s.target);
      else if (s.op == Op::Create)
        created[number] = true;
      else if (s.op <= Op::Copy)
        variableCount_ = std::max(variableCount_, number + 1);
      if (s.op == Op::Copy)
        variableCount_ = std::max(variableCount_, static_cast<std::size_t>(s.value.number) + 1);
    }
  const std::size_t threads = script.threads.size();
  registers_ = 2 * threads;
  variables_ = registers_ + threads * Script::kRegisters;
  code_.resize(threads);
  operations_.resize(threads);
  std::size_t slot = variables_ + locations();
  std::size_t object = variableCount_ + 1;
  for (Points *points : {&mutexes_, &semaphores_, &barriers_, &onces_}) {
    points->slots = std::exchange(slot, slot + points->count);
    points->objects = std::exchange(object, object + points->count);
  }
  readers_ = std::exchange(slot, slot + threads * mutexes_.count);
  arrivals_ = std::exchange(slot, slot + threads);
  versions_ = slot + 1;
  slots_.assign(eventsSlot(threads), 0);
  for (std::size_t i = 0; i < semaphores_.count; ++i)
    slots_[semaphores_.slots + i] = static_cast<int>(i % 3);
  std::uint32_t position = 0;
  for (std::size_t t = 0; t < threads; ++t) {
    slots_[startedSlot(t)] = created[t] ? 0 : 1;
    const ThreadScript &thread = script.threads[t];
    code_[t].resize(thread.size());
    for (std::size_t i = 0; i < thread.size(); ++i) {
      code_[t][i].operation.at = PositionId(position++);
      decodeStatement(thread, i, code_[t][i]);
    }
    for (std::size_t i = 0; i < thread.size(); ++i)
      if (thread[i].op == Op::AgainUnless)
        code_[t][i - static_cast<std::size_t>(thread[i].target)].beginsLoop = true;
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
  case Op::Copy:
    action = Bulk{{{{ObjectId(static_cast<std::size_t>(s.value.number)), 0, 4},
                    AccessKind::Read,
                    MemoryOrder::Plain},
                   {variable, AccessKind::Write, MemoryOrder::Plain}}};
    break;
  case Op::CompareAndSwap:
    action = AtomicUpdate{variable, s.order};
    decoded.failure = {AtomicRead{variable, orderOfFailure(s.order)}, decoded.operation.at};
    break;
  case Op::Begin: {
    Section section;
    std::size_t i = at + 1;
    for (; thread[i].op != Op::End; ++i) {
      if (thread[i].op == Op::Read || thread[i].op == Op::Write)
        section.accesses.push_back({{ObjectId(static_cast<std::size_t>(thread[i].target)), 0, 4},
                                    thread[i].op == Op::Read ? AccessKind::Read : AccessKind::Write,
                                    MemoryOrder::SeqCst});
      else
        decoded.dataDecides = true;
      if (thread[i].op == Op::Choose) {
        decoded.outcomes.clear();
        for (int o = 0; o < thread[i].value.number; ++o)
          decoded.outcomes.push_back({static_cast<std::uint32_t>(o)});
      }
    }
    decoded.after = static_cast<std::uint32_t>(i + 1);
    action = std::move(section);
    break;
  }
  case Op::AgainUnless: {
    Await await;
    for (std::size_t i = at - number; i < at; ++i)
      if (thread[i].op == Op::Read || thread[i].op == Op::AtomicRead)
        await.at.push_back({ObjectId(static_cast<std::size_t>(thread[i].target)), 0, 4});
    decoded.after = static_cast<std::uint32_t>(at - number);
    action = std::move(await);
    break;
  }
  case Op::Fence:
    action = Fence{s.order};
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
  case Op::Exit:
    action = Exit{};
    break;
  case Op::Put:
  case Op::Get:
  case Op::Lock:
  case Op::Unlock:
  case Op::TryLock:
  case Op::ReadLock:
  case Op::ReadUnlock:
  case Op::TryReadLock:
  case Op::Post:
  case Op::Wait:
  case Op::TryWait:
  case Op::Look:
  case Op::Barrier:
  case Op::Once:
  case Op::Done:
  case Op::Assume:
  case Op::End:
  case Op::SkipUnless:
  case Op::Local:
    break;
  }
}

ObjectId ScriptedMachine::pointOf(const Statement &statement) const {
  const Op op = statement.op;
  if (op >= Op::Lock && op <= Op::TryReadLock)
    return mutexes_.object(statement.target);
  if (op >= Op::Post && op <= Op::Look)
    return semaphores_.object(statement.target);
  return (op == Op::Barrier ? barriers_ : onces_).object(statement.target);
}

/// All that the statement may access, whatever data says.
std::vector<MemoryAccess> ScriptedMachine::accessesAt(std::size_t t, std::size_t pc) const {
  const Decoded &decoded = code_[t][pc];
  if (decoded.statement.op == Op::Put || decoded.statement.op == Op::Get)
    return {{{ObjectId(variableCount_), 0, 8, false},
             decoded.statement.op == Op::Put ? AccessKind::Write : AccessKind::Read,
             MemoryOrder::Plain}};
  std::vector<MemoryAccess> accesses;
  forEachAccess(decoded.operation.action,
                [&](const MemoryAccess &access) { accesses.push_back(access); });
  return accesses;
}

const Future &ScriptedMachine::mayStillDo(ThreadId t) const {
  HeldLocks held;
  for (std::size_t m = 0; m < mutexes_.count; ++m) {
    const int number = static_cast<int>(m);
    const bool writer = slots_[mutexSlot(number)] == static_cast<int>(t.index()) + 1;
    if (writer || slots_[readerSlot(t.index(), number)] == 1)
      held.push_back({mutexes_.object(number), writer});
  }
  return futures_.from(t.index(), static_cast<std::size_t>(slots_[pcSlot(t.index())]), held);
}

bool ScriptedMachine::hasReaders(int m) const {
  for (std::size_t t = 0; t < code_.size(); ++t)
    if (slots_[readerSlot(t, m)] != 0)
      return true;
  return false;
}

Pass ScriptedMachine::passOf(std::size_t t, int barrier) const {
  const int count = barrier + 1;
  const int round = (slots_[arrivalSlot(t)] - 1) / count;
  return {barriers_.object(barrier), static_cast<std::uint32_t>(round * count),
          static_cast<std::uint32_t>(count)};
}

/// Whether a thread does not have to wait there.
bool ScriptedMachine::canMeet(std::size_t t, const Statement &s) const {
  switch (s.op) {
  case Op::Lock:
    return isFree(s.target);
  case Op::ReadLock:
    return slots_[mutexSlot(s.target)] == 0;
  case Op::Wait:
    return slots_[semaphores_.slot(s.target)] > 0;
  case Op::Once:
    return slots_[onces_.slot(s.target)] <= 0;
  case Op::Barrier: {
    if (slots_[arrivalSlot(t)] == 0)
      return true;
    const Pass pass = passOf(t, s.target);
    return slots_[barriers_.slot(s.target)] >= static_cast<int>(pass.first + pass.count);
  }
  default:
    return true;
  }
}

Action ScriptedMachine::meeting(std::size_t t, const Statement &s) const {
  const int me = static_cast<int>(t) + 1;
  const ObjectId mutex = mutexes_.object(s.target);
  const ObjectId semaphore = semaphores_.object(s.target);
  const ObjectId once = onces_.object(s.target);
  switch (s.op) {
  case Op::Lock:
    return Lock{mutex};
  case Op::Unlock:
    return slots_[mutexSlot(s.target)] == me ? Action(Unlock{mutex}) : Local{};
  case Op::TryLock:
    return isFree(s.target) ? Action(Lock{mutex, true}) : FailedTryLock{mutex};
  case Op::ReadLock:
    return ReadLock{mutex};
  case Op::ReadUnlock:
    return slots_[readerSlot(t, s.target)] != 0 ? Action(ReadUnlock{mutex}) : Local{};
  case Op::TryReadLock:
    return slots_[mutexSlot(s.target)] == 0 ? Action(ReadLock{mutex, true})
                                            : FailedTryLock{mutex, true};
  case Op::Post:
    return SemaphorePost{semaphore};
  case Op::Wait:
    return SemaphoreWait{semaphore};
  case Op::TryWait:
    return slots_[semaphores_.slot(s.target)] > 0 ? Action(SemaphoreWait{semaphore, true})
                                                  : SemaphoreRead{semaphore, true};
  case Op::Look:
    return SemaphoreRead{semaphore};
  case Op::Barrier:
    return slots_[arrivalSlot(t)] == 0 ? Action(Arrive{barriers_.object(s.target)})
                                       : passOf(t, s.target);
  case Op::Once:
    return slots_[onces_.slot(s.target)] == 0 ? Action(Lock{once}) : ReadLock{once};
  case Op::Done:
    return slots_[onces_.slot(s.target)] == me ? Action(Unlock{once}) : Local{};
  default:
    RW_CHECK(false);
  }
}

void ScriptedMachine::meet(std::size_t t, const Statement &s) {
  const int me = static_cast<int>(t) + 1;
  const auto change = [&](std::size_t slot, int by) { set(slot, slots_[slot] + by); };
  const auto tell = [&](int value) { set(registerSlot(t, s.reg), value); };
  switch (s.op) {
  case Op::Lock:
    return set(mutexSlot(s.target), me);
  case Op::TryLock:
    tell(isFree(s.target) ? 1 : 0);
    if (isFree(s.target))
      set(mutexSlot(s.target), me);
    return;
  case Op::Unlock:
    if (slots_[mutexSlot(s.target)] == me)
      set(mutexSlot(s.target), 0);
    return;
  case Op::ReadLock:
    return change(readerSlot(t, s.target), 1);
  case Op::TryReadLock:
    tell(slots_[mutexSlot(s.target)] == 0 ? 1 : 0);
    if (slots_[mutexSlot(s.target)] == 0)
      change(readerSlot(t, s.target), 1);
    return;
  case Op::ReadUnlock:
    if (slots_[readerSlot(t, s.target)] != 0)
      change(readerSlot(t, s.target), -1);
    return;
  case Op::Post:
    return change(semaphores_.slot(s.target), 1);
  case Op::Wait:
    return change(semaphores_.slot(s.target), -1);
  case Op::TryWait: {
    const bool up = slots_[semaphores_.slot(s.target)] > 0;
    tell(up ? 1 : 0);
    return up ? change(semaphores_.slot(s.target), -1) : void();
  }
  case Op::Look:
    return tell(slots_[semaphores_.slot(s.target)]);
  case Op::Barrier:
    if (slots_[arrivalSlot(t)] != 0)
      return set(arrivalSlot(t), 0);
    change(barriers_.slot(s.target), 1);
    return set(arrivalSlot(t), slots_[barriers_.slot(s.target)]);
  case Op::Once:
    tell(slots_[onces_.slot(s.target)] == 0 ? 1 : 0);
    if (slots_[onces_.slot(s.target)] == 0)
      set(onces_.slot(s.target), me);
    return;
  case Op::Done:
    if (slots_[onces_.slot(s.target)] == me)
      set(onces_.slot(s.target), kOnceDone);
    return;
  default:
    RW_CHECK(false);
  }
}

void ScriptedMachine::set(std::size_t slot, int value) {
  log_.push_back({static_cast<std::uint32_t>(slot), slots_[slot]});
  slots_[slot] = value;
}

int ScriptedMachine::valueOf(std::size_t t, const Value &value) const {
  return value.isRegister ? slots_[registerSlot(t, value.number)] : value.number;
}

// Skips are no events: a thread always stands before a statement that is one. A loop that
// fails is one, too, if its thread falls asleep.
void ScriptedMachine::jump(std::size_t t, std::uint32_t pc) {
  const auto &code = code_[t];
  for (; pc < code.size(); ++pc) {
    const Statement &s = code[pc].statement;
    if (s.op != Op::SkipUnless && s.op != Op::AgainUnless)
      break;
    if (slots_[registerSlot(t, s.reg)] == valueOf(t, s.value))
      continue;
    if (s.op == Op::SkipUnless) {
      pc += static_cast<std::uint32_t>(s.target);
      continue;
    }
    if (waiting_ == Waiting::Busy)
      pc = code[pc].after;
    break;
  }
  set(pcSlot(t), static_cast<int>(pc));
}

Address ScriptedMachine::element(int index) const {
  const ObjectId array(variableCount_);
  if (indices_ == Indices::Ranges)
    return {array, 0, 8, false};
  return {array, static_cast<std::uint32_t>(index) * 4, 4};
}

void ScriptedMachine::write(std::size_t location, int value) {
  set(variables_ + location, value);
  set(versionSlot(location), slots_[versionSlot(location)] + 1);
}

/// What a loop read first counts: if it changed since, the loop has more to see.
int ScriptedMachine::read(std::size_t t, std::size_t location) {
  if (slots_[seenSlot(t, location)] == kNotSeen)
    set(seenSlot(t, location), slots_[versionSlot(location)]);
  return slots_[variables_ + location];
}

bool ScriptedMachine::wokenUp(std::size_t t, std::uint32_t locationBits) const {
  for (std::size_t i = 0; i < locations(); ++i)
    if ((locationBits >> i & 1) != 0 && slots_[seenSlot(t, i)] != slots_[versionSlot(i)])
      return true;
  return false;
}

ScriptedMachine::Attempt ScriptedMachine::attempt(std::size_t t, Outcome outcome) const {
  Attempt result;
  const auto valueIn = [&](std::size_t slot) {
    for (std::size_t i = result.changes.size(); i-- > 0;)
      if (result.changes[i].first == slot)
        return result.changes[i].second;
    return slots_[slot];
  };
  const auto valueOfOperand = [&](const Value &value) {
    return value.isRegister ? valueIn(registerSlot(t, value.number)) : value.number;
  };
  const auto access = [&](const Statement &s, AccessKind kind) {
    result.accesses.push_back(
        {{ObjectId(static_cast<std::size_t>(s.target)), 0, 4}, kind, MemoryOrder::SeqCst});
  };
  const std::size_t end = at(t).after - 1;
  for (auto pc = static_cast<std::size_t>(slots_[pcSlot(t)]) + 1; pc < end; ++pc) {
    const Statement &s = code_[t][pc].statement;
    if (s.op == Op::Read) {
      access(s, AccessKind::Read);
      result.changes.emplace_back(registerSlot(t, s.reg), valueIn(variableSlot(s.target)));
    } else if (s.op == Op::Write) {
      access(s, AccessKind::Write);
      result.changes.emplace_back(variableSlot(s.target), valueOfOperand(s.value));
    } else if (s.op == Op::Choose) {
      result.changes.emplace_back(registerSlot(t, s.reg), static_cast<int>(outcome.name));
    } else if (valueIn(registerSlot(t, s.reg)) != valueOfOperand(s.value)) {
      if (s.op == Op::SkipUnless) {
        pc += static_cast<std::size_t>(s.target);
        continue;
      }
      result.fails = true;
      result.changes.clear();
      std::erase_if(result.accesses, [](const MemoryAccess &a) { return writes(a.kind); });
      return result;
    }
  }
  return result;
}

Result<void> ScriptedMachine::restart() {
  slots_ = initial_;
  log_.clear();
  indicesUsed_.clear();
  known_ = false;
  return {};
}

Result<void> ScriptedMachine::rewind(MarkId mark) {
  RW_CHECK(mark.index() <= log_.size());
  while (log_.size() > mark.index()) {
    slots_[log_.back().slot] = log_.back().before;
    log_.pop_back();
  }
  while (!indicesUsed_.empty() && indicesUsed_.back().mark >= mark.index())
    indicesUsed_.pop_back();
  known_ = false;
  return {};
}

bool ScriptedMachine::finished(std::size_t t) const {
  return slots_[startedSlot(t)] != 0 &&
         static_cast<std::size_t>(slots_[pcSlot(t)]) == code_[t].size();
}

bool ScriptedMachine::canMove(std::size_t t) const {
  const Statement &s = at(t).statement;
  if (isMeeting(s.op))
    return canMeet(t, s);
  switch (s.op) {
  case Op::Join:
    return finished(static_cast<std::size_t>(s.target));
  case Op::Begin: {
    const auto waits = static_cast<std::uint32_t>(slots_[waitsSlot(t)]);
    return waits == 0 || wokenUp(t, waits);
  }
  case Op::AgainUnless: {
    std::uint32_t waits = 0;
    for (const Address &address : std::get<Await>(at(t).operation.action).at)
      waits |= 1U << address.object.index();
    return wokenUp(t, waits);
  }
  case Op::Exit:
    for (std::size_t other = 0; other < code_.size(); ++other) {
      if (other == t || slots_[startedSlot(other)] == 0 || finished(other))
        continue;
      if (at(other).statement.op == Op::Exit ? other < t : canMove(other))
        return false;
    }
    return true;
  default:
    return true;
  }
}

void ScriptedMachine::findThreads() {
  if (known_)
    return;
  known_ = true;
  enabled_.clear();
  disabled_.clear();
  if (slots_[overSlot()] != 0)
    return;
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
  return next(t, at(t.index()).outcomes.front());
}

const Operation &ScriptedMachine::next(ThreadId thread, Outcome outcome) const {
  const std::size_t t = thread.index();
  const Decoded &decoded = at(t);
  const Statement &s = decoded.statement;
  if (s.op == Op::CompareAndSwap && slots_[variableSlot(s.target)] != 0)
    return decoded.failure;
  const bool moving = s.op == Op::Put || s.op == Op::Get || isMeeting(s.op);
  if (!moving && !decoded.dataDecides)
    return decoded.operation;
  auto &mine = operations_[t];
  mine.resize(std::max<std::size_t>(mine.size(), outcome.name + 1));
  Operation &operation = mine[outcome.name];
  operation.at = decoded.operation.at;
  if (s.op == Op::Put)
    operation.action = Write{element(slots_[registerSlot(t, s.reg)] & 1)};
  else if (s.op == Op::Get)
    operation.action = Read{element(valueOf(t, s.value) & 1)};
  else if (s.op == Op::Begin)
    operation.action = Section{attempt(t, outcome).accesses};
  else
    operation.action = meeting(t, s);
  return operation;
}

Result<bool> ScriptedMachine::canOverlap(const Event &earlier, const Event &later) {
  const auto indexOf = [&](const Event &event) {
    for (const Index &used : indicesUsed_)
      if (used.thread == event.thread && used.event == event.index)
        return used.index;
    RW_CHECK(false);
  };
  return indexOf(earlier) == indexOf(later);
}

bool ScriptedMachine::mayChangeNothing(ThreadId t, Outcome outcome) const {
  const Decoded &decoded = at(t.index());
  return decoded.beginsLoop || (decoded.dataDecides && attempt(t.index(), outcome).fails);
}

Result<std::span<const Outcome>> ScriptedMachine::outcomes(ThreadId t) {
  const auto pc = static_cast<std::size_t>(slots_[pcSlot(t.index())]);
  return std::span<const Outcome>(code_[t.index()][pc].outcomes);
}

void ScriptedMachine::perform(std::size_t t, const Statement &s) {
  const auto variable = static_cast<std::size_t>(s.target);
  switch (s.op) {
  case Op::Read:
  case Op::AtomicRead:
    set(registerSlot(t, s.reg), read(t, variable));
    break;
  case Op::Write:
  case Op::AtomicWrite:
    write(variable, valueOf(t, s.value));
    break;
  case Op::AtomicAdd: {
    const int before = read(t, variable);
    write(variable, before + valueOf(t, s.value));
    set(registerSlot(t, s.reg), before);
    break;
  }
  case Op::AtomicSetIfZero: {
    const int before = read(t, variable);
    // A write in any case for dependency and races: so it wakes in any case.
    write(variable, before == 0 ? valueOf(t, s.value) : before);
    set(registerSlot(t, s.reg), before);
    break;
  }
  case Op::CompareAndSwap: {
    const int before = read(t, variable);
    if (before == 0)
      write(variable, valueOf(t, s.value));
    set(registerSlot(t, s.reg), before);
    break;
  }
  case Op::Copy:
    write(variable, read(t, static_cast<std::size_t>(s.value.number)));
    break;
  case Op::Put:
  case Op::Get: {
    const int index = (s.op == Op::Put ? slots_[registerSlot(t, s.reg)] : valueOf(t, s.value)) & 1;
    indicesUsed_.push_back(
        {ThreadId(t), static_cast<std::uint32_t>(slots_[eventsSlot(t)]), index, log_.size()});
    const std::size_t location = variableCount_ + static_cast<std::size_t>(index);
    if (s.op == Op::Put)
      write(location, valueOf(t, s.value));
    else
      set(registerSlot(t, s.reg), read(t, location));
    break;
  }
  case Op::Create:
    set(startedSlot(variable), 1);
    break;
  case Op::Exit:
    set(overSlot(), 1);
    break;
  default: // none, or done elsewhere
    break;
  }
}

void ScriptedMachine::performSection(std::size_t t, Outcome outcome) {
  const Attempt made = attempt(t, outcome);
  int waits = 0;
  for (const MemoryAccess &access : made.accesses) {
    const std::size_t location = access.at.object.index();
    if (access.kind == AccessKind::Read)
      set(seenSlot(t, location), slots_[versionSlot(location)]);
    else
      set(versionSlot(location), slots_[versionSlot(location)] + 1);
    waits |= 1 << location;
  }
  // A failure that read nothing waits for ever.
  constexpr int kNever = 1 << 30;
  set(waitsSlot(t), made.fails && waiting_ == Waiting::Asleep ? waits | kNever : 0);
  for (const auto &[slot, value] : made.changes)
    set(slot, value);
  if (!made.fails)
    jump(t, at(t).after);
}

Result<void> ScriptedMachine::step(ThreadId thread, Outcome outcome) {
  const std::size_t t = thread.index();
  RW_CHECK(slots_[overSlot()] == 0 && slots_[startedSlot(t)] != 0 && !finished(t) && canMove(t));
  const Decoded &decoded = at(t);
  if (decoded.beginsLoop)
    for (std::size_t i = 0; i < locations(); ++i)
      set(seenSlot(t, i), kNotSeen);
  if (decoded.statement.op == Op::Begin) {
    performSection(t, outcome);
  } else {
    if (decoded.statement.op == Op::Choose)
      set(registerSlot(t, decoded.statement.reg), static_cast<int>(outcome.name));
    else if (isMeeting(decoded.statement.op))
      meet(t, decoded.statement);
    else
      perform(t, decoded.statement);
    if (slots_[arrivalSlot(t)] == 0)
      jump(t, decoded.after);
  }
  set(eventsSlot(t), slots_[eventsSlot(t)] + 1);
  known_ = false;
  return {};
}

std::string ScriptedMachine::state() const {
  std::string text;
  for (std::size_t slot = 0; slot < versions_; ++slot) {
    int value = slots_[slot];
    if (slot < code_.size() && static_cast<std::size_t>(value) < code_[slot].size() &&
        at(slot).statement.op == Op::AgainUnless)
      value = static_cast<int>(at(slot).after); // asleep, or about to look again
    text += std::to_string(value) + ' ';
  }
  return text;
}

bool ScriptedMachine::deadlocked() {
  findThreads();
  return enabled_.empty() && !disabled_.empty();
}

} // namespace raceward::test
