// What Actions.def says of each action, as tables.
#include "raceward/model/Action.h"

#include <array>
#include <cstddef>

namespace raceward {
namespace {

struct KindRow {
  ActionRole role = ActionRole::Data;
  std::string_view trace;
  std::string_view report;
};

/// By ActionKind.
constexpr KindRow kKinds[] = {
#define RW_ACTION(kind, type, family, role, trace, report, ...) {ActionRole::role, trace, report},
#define RW_ACTION_ALSO(kind, type, family, role, trace, report, ...)                               \
  {ActionRole::role, trace, report},
#define RW_REPORTED(kind, role, report) {ActionRole::role, {}, report},
#include "raceward/model/Actions.def"
};

const KindRow &rowOf(ActionKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<ActionKind> kindWith(std::string_view KindRow::*column, std::string_view word) {
  if (!word.empty())
    for (std::size_t kind = 0; kind < std::size(kKinds); ++kind)
      if (kKinds[kind].*column == word)
        return static_cast<ActionKind>(kind);
  return std::nullopt;
}

/// Types with several kinds decide by their fields; all others have one.
struct KindOf {
#define RW_ACTION(kind, type, ...)                                                                 \
  static constexpr ActionKind only(const type *) { return ActionKind::kind; }
#define RW_ACTION_ALSO(kind, type, ...)                                                            \
  static constexpr bool several(const type *, ActionKind = ActionKind::kind) { return true; }
#include "raceward/model/Actions.def"

  ActionKind operator()(const Lock &a) const {
    return a.tried ? ActionKind::TryLock : ActionKind::Lock;
  }
  ActionKind operator()(const FailedTryLock &a) const {
    return a.shared ? ActionKind::FailedTryReadLock : ActionKind::FailedTryLock;
  }
  ActionKind operator()(const ReadLock &a) const {
    return a.tried ? ActionKind::TryReadLock : ActionKind::ReadLock;
  }
  ActionKind operator()(const SemaphoreWait &a) const {
    return a.tried ? ActionKind::SemaphoreTryWait : ActionKind::SemaphoreWait;
  }
  ActionKind operator()(const SemaphoreRead &a) const {
    return a.failedWait ? ActionKind::FailedSemaphoreWait : ActionKind::SemaphoreRead;
  }
  template <typename Type> ActionKind operator()(const Type &a) const {
    static_assert(!requires { several(&a); }, "say here which of its kinds it is");
    return only(&a);
  }
};

} // namespace

ActionKind kindOf(const Action &action) {
  return visitAction(action, KindOf{});
}

ActionRole roleOf(ActionKind kind) {
  return rowOf(kind).role;
}

std::string_view toString(ActionKind kind) {
  return rowOf(kind).report;
}

std::string_view traceWord(ActionKind kind) {
  return rowOf(kind).trace;
}

std::optional<ActionKind> actionKindNamed(std::string_view reportWord) {
  return kindWith(&KindRow::report, reportWord);
}

std::optional<ActionKind> actionKindInTraces(std::string_view word) {
  return kindWith(&KindRow::trace, word);
}

} // namespace raceward
