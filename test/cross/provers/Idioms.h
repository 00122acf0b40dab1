// The rules that random programs are made of (Grammar.h). Every alternative of `scenario` is a
// part of a program: declarations, the line %%MAIN, and statements of main.
#pragma once

#include <string_view>

namespace raceward::test {

extern const std::string_view kPieces;          ///< accesses, and how they are guarded
extern const std::string_view kThreadIdioms;    ///< how threads are created and joined
extern const std::string_view kLockIdioms;      ///< where locks and data are
extern const std::string_view kMemoryIdioms;    ///< slices, ownership, hand-over, flags
extern const std::string_view kContainerIdioms; ///< objects that change hands through lists

extern const std::string_view kTrapIdioms; ///< what looks like one of these, and is not

} // namespace raceward::test
