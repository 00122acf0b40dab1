// Arithmetic: what a getelementptr adds to its pointer.
#pragma once

#include "Index.h"
#include "Place.h"

namespace llvm {
class DataLayout;
class GEPOperator;
class Value;
} // namespace llvm

namespace raceward::points {

/// How far the result may be from the pointer that it starts from. A variable index may
/// reach every element of its size in the whole object, beyond its array, unless its range
/// is known.
Shift shiftOf(const llvm::GEPOperator &address, const llvm::DataLayout &layout,
              IndexRanges &ranges);

/// False if the number cannot be the distance between two objects: it was cut down to
/// the range of an index.
bool mayBeDistance(const llvm::Value &index);

} // namespace raceward::points
