// What a search in items is about: whoever takes part must agree on all of it.
#pragma once

#include "raceward/check/ExploreTask.h"
#include "raceward/explore/WorkJournal.h"
#include "raceward/explore/WorkTree.h"

#include <string>

namespace raceward {

/// Program, options and build.
Result<JournalAbout> aboutSearch(const Program &program, const ExploreTask &task,
                                 const ItemSizes &sizes);
/// The same as one name.
std::string nameOf(const JournalAbout &about);

/// A hash of this very program and of the solver that it runs with.
Result<std::string> buildName();

} // namespace raceward
