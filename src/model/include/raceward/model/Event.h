// Events: what a run is made of.
//
// An event is one step of one thread that another thread could observe, or a step at
// which data decides how the run goes on. Ids are stable over all runs of one machine
// (threads by creating thread and count, objects and positions likewise), and outcomes
// are named by meaning, so that an event can be recognised in another run (rule R6).
#pragma once

#include "raceward/model/Action.h"

#include <cstdint>
#include <string>

namespace raceward {

/// How a step turned out where data decides. 0 where there is only one way.
struct Outcome {
  std::uint32_t name = 0;
  auto operator<=>(const Outcome &) const = default;
};

/// What a thread would do next, or did.
struct Operation {
  Action action = Local{};
  PositionId at;
  bool operator==(const Operation &) const = default;
};

struct Event {
  ThreadId thread;
  std::uint32_t index = 0; ///< counts the events of this thread
  Outcome outcome;
  Operation operation;
  bool operator==(const Event &) const = default;
};

/// The footprint: calls `use` with each memory access of the action.
template <typename Use> void forEachAccess(const Action &action, Use &&use) {
  visitAction(action, [&]<typename Type>(const Type &a) {
    if constexpr (requires { a.accesses; })
      for (const MemoryAccess &access : a.accesses)
        use(access);
    else if constexpr (requires {
                         Type::kind;
                         a.order;
                       })
      use(MemoryAccess{a.at, Type::kind, a.order});
    else if constexpr (requires { Type::kind; })
      use(MemoryAccess{a.at, Type::kind, MemoryOrder::Plain});
  });
}

/// The addresses that decide what the action depends on: those of its footprint, and those
/// that an Await waits for.
template <typename Use> void forEachAddress(const Action &action, Use &&use) {
  if (const auto *await = std::get_if<Await>(&action))
    for (const Address &at : await->at)
      use(at);
  else
    forEachAccess(action, [&](const MemoryAccess &access) { use(access.at); });
}

/// The footprint without a visit, unless it has several parts, which is rare: the search asks
/// for it more often than for anything else.
struct Footprint {
  enum class Size : std::uint8_t { None, One, Many };
  Size size = Size::None;
  MemoryAccess access; ///< if it is One
};
[[nodiscard]] inline Footprint footprintOf(const Action &action) {
  return visitAction(action, []<typename Type>(const Type &a) -> Footprint {
    using enum Footprint::Size;
    if constexpr (requires {
                    Type::kind;
                    a.order;
                  })
      return {One, {a.at, Type::kind, a.order}};
    else if constexpr (requires { Type::kind; })
      return {One, {a.at, Type::kind, MemoryOrder::Plain}};
    else if constexpr (requires { a.accesses; } || requires { a.at; })
      return {Many, {}};
    else
      return {};
  });
}

/// The mutex or read-write lock that the action takes, tries to take or gives back; invalid for
/// every other action.
[[nodiscard]] inline ObjectId mutexOf(const Action &action) {
  return visitAction(action, [](const auto &a) -> ObjectId {
    if constexpr (requires { a.mutex; })
      return a.mutex;
    else
      return {};
  });
}

/// The object at which threads meet by this action: a lock, a semaphore, or a barrier that they
/// arrive at; invalid for every other action.
[[nodiscard]] inline ObjectId meetingPointOf(const Action &action) {
  return visitAction(action, [](const auto &a) -> ObjectId {
    if constexpr (requires { a.mutex; })
      return a.mutex;
    else if constexpr (requires { a.meetingPoint; })
      return a.meetingPoint;
    else
      return {};
  });
}

/// An operation of a reader, however it turned out. Readers do not depend on each other.
[[nodiscard]] inline bool isReaders(const Action &action) {
  return visitAction(action, [](const auto &a) -> bool {
    if constexpr (requires { a.shared; })
      return a.shared;
    else
      return false;
  });
}

/// An attempt, however it turned out, or a read of a semaphore: it is never blocked.
[[nodiscard]] inline bool isAttempt(const Action &action) {
  return visitAction(action, [](const auto &a) -> bool {
    if constexpr (requires { a.tried; })
      return a.tried;
    else
      return false;
  });
}

/// A thread that cannot do this is asleep: an earlier attempt to do it failed, and was an event.
[[nodiscard]] inline bool waitsForWrite(const Action &action) {
  return std::holds_alternative<Section>(action) || std::holds_alternative<Await>(action);
}

/// "write o3", "lock o1", "section read o1 write o2": one line, parsed by parseAction().
std::string toString(const Action &action);
/// "t1.4 write o3 @7"
std::string toString(const Event &event);

} // namespace raceward
