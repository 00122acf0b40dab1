// MadePointers: whether a program computes addresses from numbers. Private to prove.
#pragma once

#include "raceward/program/Program.h"

namespace raceward {

/// True if some pointer may be the sum of numbers that came from pointers, such as an address and
/// the distance to another object. Otherwise what is added to a pointer is an index, and stays in
/// the object that it points to.
bool makesPointersOfNumbers(const Program &program);

} // namespace raceward
