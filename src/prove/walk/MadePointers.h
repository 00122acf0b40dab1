// MadePointers: whether a program computes addresses from integers. Private to prove.
#pragma once

#include "raceward/program/Program.h"

namespace raceward {

/// True if some pointer may be the sum of integers that came from pointers, such as an address and
/// the distance to another object. Otherwise a number that is added to a pointer is an index, and
/// the result stays in the same object.
bool makesPointersOfNumbers(const Program &program);

} // namespace raceward
