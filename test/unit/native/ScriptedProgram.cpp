#include "ScriptedProgram.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace raceward::test {
namespace {

std::uint8_t orderInLog(MemoryOrder order) {
  switch (order) {
  case MemoryOrder::Relaxed:
    return RW_RELAXED;
  case MemoryOrder::Acquire:
    return RW_ACQUIRE;
  case MemoryOrder::Release:
    return RW_RELEASE;
  case MemoryOrder::AcquireRelease:
    return RW_ACQ_REL;
  default:
    return RW_SEQ_CST;
  }
}

bool isOneOf(std::uint8_t kind, std::initializer_list<rw_kind> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// What a forced step may become by the moment at which it is done.
bool fit(std::uint8_t forced, std::uint8_t found) {
  if (forced == RW_EV_NONE || forced == found)
    return true;
  for (const auto &alike : {std::initializer_list<rw_kind>{RW_EV_LOCK, RW_EV_TRYLOCK},
                            {RW_EV_READ_LOCK, RW_EV_READ_TRYLOCK},
                            {RW_EV_WAIT, RW_EV_LOOK},
                            {RW_EV_ATOMIC_READ, RW_EV_ATOMIC_UPDATE}})
    if (isOneOf(forced, alike) && isOneOf(found, alike))
      return true;
  return false;
}

} // namespace

ScriptedProgram::ScriptedProgram(const Script &script) : script_(script), machine_(script) {
  for (std::size_t t = 0; t < script.threads.size(); ++t)
    for (std::size_t i = 0; i < script.threads[t].size(); ++i) {
      NativeSite site;
      site.at = {"script", static_cast<std::uint32_t>(sites_.size() + 1), 1};
      site.function = "thread" + std::to_string(t);
      sites_.push_back(std::move(site));
    }
}

std::string ScriptedProgram::symbolAt(std::uint64_t address) const {
  return address < kFunctions ? "" : "thread" + std::to_string(address - kFunctions);
}

std::optional<SymbolPlace> ScriptedProgram::variableAt(std::uint64_t address) const {
  const std::uint64_t number = (address - kVariables) / 8;
  if (address < kVariables || address >= kMeetingPoints || number % 2 == 0)
    return std::nullopt;
  return SymbolPlace{"v" + std::to_string(number), kVariables + number * 8};
}

const Statement &ScriptedProgram::statementAt(PositionId at) const {
  std::size_t left = at.index();
  for (const ThreadScript &thread : script_.threads) {
    if (left < thread.size())
      return thread[left];
    left -= thread.size();
  }
  RW_CHECK(false);
}

std::vector<rw_event> ScriptedProgram::eventsOf(const Operation &operation, std::uint8_t number,
                                                const Numbers &numbers) const {
  rw_event event{};
  event.thread = number;
  event.kind = RW_EV_LOCAL;
  event.site = static_cast<std::uint32_t>(operation.at.index() + 1);
  const auto at = [&](const Address &address, rw_kind kind,
                      MemoryOrder order = MemoryOrder::Plain) {
    event.kind = static_cast<std::uint8_t>(kind);
    event.address = kVariables + address.object.index() * 8 + address.offset;
    event.bytes = address.bytes;
    event.order = order == MemoryOrder::Plain ? 0 : orderInLog(order);
  };
  const auto meet = [&](ObjectId object, rw_kind kind, bool attempt = false) {
    event.kind = static_cast<std::uint8_t>(kind);
    event.address = kMeetingPoints + object.index() * 8;
    event.flags = attempt ? RW_ATTEMPT : 0;
  };
  const auto numberOf = [&](ThreadId thread) {
    const auto place = std::find(numbers.threads.begin(), numbers.threads.end(), thread.index());
    return static_cast<std::uint32_t>(place - numbers.threads.begin());
  };
  const Action &action = operation.action;
  const Op op = statementAt(operation.at).op;
  if (const auto *read = std::get_if<Read>(&action)) {
    at(read->at, RW_EV_READ);
  } else if (const auto *write = std::get_if<Write>(&action)) {
    at(write->at, RW_EV_WRITE);
  } else if (const auto *atomicRead = std::get_if<AtomicRead>(&action)) {
    at(atomicRead->at, RW_EV_ATOMIC_READ, atomicRead->order);
  } else if (const auto *atomicWrite = std::get_if<AtomicWrite>(&action)) {
    at(atomicWrite->at, RW_EV_ATOMIC_WRITE, atomicWrite->order);
  } else if (const auto *update = std::get_if<AtomicUpdate>(&action)) {
    at(update->at, RW_EV_ATOMIC_UPDATE, update->order);
  } else if (const auto *bulk = std::get_if<Bulk>(&action)) {
    std::vector<rw_event> parts;
    for (const MemoryAccess &access : bulk->accesses) {
      at(access.at, access.kind == AccessKind::Read ? RW_EV_READ : RW_EV_WRITE);
      event.flags = parts.size() + 1 < bulk->accesses.size() ? RW_MORE : 0;
      parts.push_back(event);
    }
    return parts;
  } else if (const auto *lock = std::get_if<Lock>(&action)) {
    meet(lock->mutex, RW_EV_LOCK, lock->tried);
  } else if (const auto *readLock = std::get_if<ReadLock>(&action)) {
    meet(readLock->mutex, RW_EV_READ_LOCK, readLock->tried);
  } else if (const auto *failed = std::get_if<FailedTryLock>(&action)) {
    meet(failed->mutex, failed->shared ? RW_EV_READ_TRYLOCK : RW_EV_TRYLOCK, true);
  } else if (const auto *unlock = std::get_if<Unlock>(&action)) {
    meet(unlock->mutex, RW_EV_UNLOCK);
  } else if (const auto *readUnlock = std::get_if<ReadUnlock>(&action)) {
    meet(readUnlock->mutex, RW_EV_READ_UNLOCK);
  } else if (const auto *post = std::get_if<SemaphorePost>(&action)) {
    meet(post->meetingPoint, RW_EV_POST);
  } else if (const auto *wait = std::get_if<SemaphoreWait>(&action)) {
    meet(wait->meetingPoint, RW_EV_WAIT, wait->tried);
  } else if (const auto *look = std::get_if<SemaphoreRead>(&action)) {
    meet(look->meetingPoint, RW_EV_LOOK, look->failedWait);
  } else if (const auto *arrive = std::get_if<Arrive>(&action)) {
    meet(arrive->meetingPoint, RW_EV_ARRIVE);
    event.bytes = static_cast<std::uint32_t>(statementAt(operation.at).target + 1);
    const auto met = numbers.met.find(event.address);
    const std::uint32_t before = met == numbers.met.end() ? 0 : met->second;
    event.extra = before - before % event.bytes;
  } else if (const auto *pass = std::get_if<Pass>(&action)) {
    meet(pass->barrier, RW_EV_PASS);
    event.bytes = pass->count;
    event.extra = pass->first;
  } else if (const auto *fence = std::get_if<Fence>(&action)) {
    event.kind = RW_EV_FENCE;
    event.order = orderInLog(fence->order);
  } else if (std::holds_alternative<Create>(action)) {
    event.kind = RW_EV_CREATE;
    event.extra = static_cast<std::uint32_t>(numbers.threads.size());
  } else if (const auto *join = std::get_if<Join>(&action)) {
    event.kind = RW_EV_JOIN;
    event.extra = numberOf(join->target);
  } else if (std::holds_alternative<Exit>(action)) {
    event.kind = RW_EV_EXIT;
  }
  if (op == Op::Once)
    event.flags |= RW_OPEN;
  return {event};
}

std::uint64_t ScriptedProgram::enabledNow(const Numbers &numbers) {
  std::uint64_t mask = 0;
  for (const ThreadId thread : machine_.enabled())
    for (std::size_t number = 0; number < numbers.threads.size(); ++number)
      if (numbers.threads[number] == thread.index())
        mask |= std::uint64_t{1} << number;
  return mask;
}

/// What each thread stands before.
void ScriptedProgram::putPending(const Numbers &numbers, Execution &to) {
  to.pending.assign(numbers.threads.size(), {});
  for (const auto &left : {machine_.enabled(), machine_.disabled()})
    for (const ThreadId thread : left)
      for (std::size_t number = 0; number < numbers.threads.size(); ++number)
        if (numbers.threads[number] == thread.index())
          to.pending[number] =
              eventsOf(machine_.next(thread), static_cast<std::uint8_t>(number), numbers).front();
}

Result<Execution> ScriptedProgram::run(const ScheduleOrder &order) {
  orders_.push_back(order);
  if (Result<void> ready = machine_.restart(); !ready)
    return fail(ready.error());
  Execution done;
  done.state = RW_FINISHED;
  Numbers numbers;
  const auto endAs = [&](rw_state state, std::string words) {
    done.state = state;
    done.words = std::move(words);
  };
  std::size_t steps = 0;
  for (std::uint64_t enabled = enabledNow(numbers); enabled != 0; enabled = enabledNow(numbers)) {
    auto number = static_cast<std::uint8_t>(std::countr_zero(enabled));
    const bool isForced = steps < order.forced.size();
    if (isForced)
      number = order.forced[steps].thread;
    if ((enabled >> number & 1) == 0) {
      endAs(RW_DIVERGED, "thread " + std::to_string(number) + " cannot go");
      break;
    }
    const ThreadId thread(numbers.threads[number]);
    const Operation operation = machine_.next(thread);
    std::vector<rw_event> events = eventsOf(operation, number, numbers);
    if (isForced && (!fit(order.forced[steps].kind, events.front().kind) ||
                     (order.forced[steps].address != 0 &&
                      order.forced[steps].address != events.front().address))) {
      endAs(RW_DIVERGED, "thread " + std::to_string(number) + " stands before something else");
      break;
    }
    if (done.events.size() >= order.mostEvents) {
      endAs(RW_TOO_LONG, "");
      break;
    }
    for (rw_event &event : events) {
      event.enabled = enabled;
      done.events.push_back(event);
    }
    if (events.front().kind == RW_EV_EXIT)
      putPending(numbers, done); // the others stay where they are
    if (events.front().kind == RW_EV_ARRIVE)
      ++numbers.met[events.front().address];
    if (const auto *create = std::get_if<Create>(&operation.action))
      numbers.threads.push_back(create->child.index());
    if (Result<void> moved = machine_.step(thread, Outcome{}); !moved)
      return fail(moved.error());
    ++steps;
  }
  done.enabled = enabledNow(numbers);
  if (done.pending.empty())
    putPending(numbers, done);
  else
    done.pending[done.events.back().thread] = {};
  if (done.state == RW_FINISHED && machine_.deadlocked())
    done.state = RW_DEADLOCK;
  for (const std::size_t thread : numbers.threads)
    done.starts.push_back(kFunctions + thread);
  return done;
}

} // namespace raceward::test
