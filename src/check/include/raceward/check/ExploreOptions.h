// User options for the execution of schedules. The members are the rows of SearchOptions.def.
#pragma once

#include "raceward/check/WorkOptions.h"
#include "raceward/explore/Search.h"
#include "raceward/program/Load.h"

#include <cstdint>
#include <optional>

namespace raceward {

struct ExploreOptions {
#define RW_SEARCH_OPTION(type, member, initial, ...) type member = initial;
#include "raceward/model/SearchOptions.def"
  bool valueRaces = false; ///< determine whether each race does harm; needs allRaces
  WorkOptions work;
};

} // namespace raceward
