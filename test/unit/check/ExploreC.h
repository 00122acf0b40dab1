// A C text under every schedule.
#pragma once

#include "raceward/check/ScheduleExplorer.h"
#include "raceward/program/Load.h"

#include <gtest/gtest.h>

#include <string>

namespace raceward::test {

struct LoadedTask {
  Program program;
  ExploreTask task;
};

/// What a check would explore, without any limit that a loaded machine could reach. The text has
/// pthread.h, stdatomic.h and the functions of verification tasks declared.
LoadedTask loadC(const std::string &body, ExploreOptions options = {},
                 DataModel dataModel = DataModel::LP64);

Exploration exploreC(const std::string &body, ExploreOptions options = {},
                     DataModel dataModel = DataModel::LP64);

testing::AssertionResult provesRaceFree(const Exploration &report);

} // namespace raceward::test
