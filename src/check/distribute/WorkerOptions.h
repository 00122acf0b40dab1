// The options that the answer of a search depends on: workers get them, and a journal names them.
#pragma once

#include "raceward/check/ExploreTask.h"
#include "raceward/check/SearchChoices.h"

#include <string_view>

namespace raceward {

/// When a journal names an option; Never: workers do not get it.
enum class ForWorkers : std::uint8_t { Never, Always, WhenSet };

/// Calls `visit(key, name, value, when)` for each row of SearchOptions.def that workers get: `key`
/// in a bundle, the `name` of the option without its dashes, and a reference to the value in
/// `task`.
template <typename Task, typename Visit> void forEachWorkerOption(Task &task, Visit visit) {
#define RW_OPTION_OF(place, member, workers, name)                                                 \
  if constexpr (ForWorkers::workers != ForWorkers::Never)                                          \
    visit(#member, std::string_view(name).substr(2), (place).member, ForWorkers::workers);
#define RW_TASK_OPTION(type, member, initial, workers, kind, name, ...)                            \
  RW_OPTION_OF(task, member, workers, name)
#define RW_SEARCH_OPTION(type, member, initial, workers, kind, name, ...)                          \
  RW_OPTION_OF(task.options, member, workers, name)
#include "raceward/model/SearchOptions.def"
#undef RW_OPTION_OF
}

/// Values of such an option as numbers lie below this.
inline std::uint64_t limitOf(bool /*value*/) {
  return 2;
}
inline std::uint64_t limitOf(std::uint32_t /*value*/) {
  return UINT32_MAX;
}
inline std::uint64_t limitOf(MemoryModel /*value*/) {
  return memoryModelChoices().size();
}
inline std::uint64_t limitOf(Reduction /*value*/) {
  return reductionChoices().size();
}

} // namespace raceward
