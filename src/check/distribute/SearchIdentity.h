// The identity of a search in items: all participants must agree on it.
#pragma once

#include "raceward/check/ExploreTask.h"
#include "raceward/explore/WorkJournal.h"
#include "raceward/explore/WorkTree.h"

#include <string>

namespace raceward {

/// Program, options and build.
Result<JournalAbout> aboutSearch(const Program &program, const ExploreTask &task,
                                 const ItemSizes &sizes);
/// The same as one string.
std::string nameOf(const JournalAbout &about);

/// A hash of this executable and of its solver library.
Result<std::string> buildName();

} // namespace raceward
