// PointsToText: why a pointer may point where it does, as text (`raceward show points-to`).
//
// For the question why two accesses are not told apart: the objects behind an access, each with the
// shortest chain of assignments that brings its address there, and the values of a program at which
// most objects come together.
#pragma once

#include "raceward/program/Program.h"

#include <cstddef>
#include <string>

namespace raceward {

struct PointsToQuestion {
  /// "cache.c:12", "12", or an access in C syntax ("q->head"); empty: the whole program.
  std::string of;
  std::size_t most = 20; ///< lines of each list
};

std::string pointsToText(const Program &program, const PointsToQuestion &question);

} // namespace raceward
