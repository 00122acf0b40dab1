// The table of reductions, made from Reductions.def.
#include "reductions/Reducer.h"

namespace raceward {
namespace {

constexpr ReductionRow kReductions[] = {
#define RW_REDUCTION(id, name, summary, fallback, sleepOnMutexes)                                  \
  {Reduction::id, name, summary, Reduction::fallback, sleepOnMutexes},
#include "raceward/explore/Reductions.def"
#undef RW_REDUCTION
};

using MakeReducer = std::unique_ptr<Reducer> (*)(SearchState &);
constexpr MakeReducer kMakers[] = {
#define RW_REDUCTION(id, name, summary, fallback, sleepOnMutexes) make##id,
#include "raceward/explore/Reductions.def"
#undef RW_REDUCTION
};

} // namespace

std::span<const ReductionRow> reductions() {
  return kReductions;
}

const ReductionRow &rowOf(Reduction reduction) {
  return kReductions[static_cast<std::size_t>(reduction)];
}

std::optional<Reduction> reductionNamed(std::string_view name) {
  for (const ReductionRow &row : kReductions)
    if (row.name == name)
      return row.id;
  return std::nullopt;
}

std::unique_ptr<Reducer> makeReducer(Reduction reduction, SearchState &state) {
  return kMakers[static_cast<std::size_t>(reduction)](state);
}

} // namespace raceward
