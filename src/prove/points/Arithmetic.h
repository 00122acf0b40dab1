// Arithmetic: the offset that a getelementptr adds to its pointer.
#pragma once

#include "Index.h"
#include "Place.h"

namespace llvm {
class DataLayout;
class GEPOperator;
class Value;
} // namespace llvm

namespace raceward::points {

/// The possible distance of the result from the base pointer. A variable index may reach every
/// element of its size in the whole object, beyond its array, unless its range is known.
Shift shiftOf(const llvm::GEPOperator &address, const llvm::DataLayout &layout,
              IndexRanges &ranges);

/// False if the number cannot be the distance between two objects: it was reduced to the range of
/// an index.
bool mayBeDistance(const llvm::Value &index);

} // namespace raceward::points
