// Arithmetic: what a getelementptr adds to its pointer.
#pragma once

#include "Place.h"

namespace llvm {
class DataLayout;
class GEPOperator;
class Value;
} // namespace llvm

namespace raceward::points {

/// How far the result may be from the pointer that it starts from.
///
/// A variable index stays inside of its array if that is a member of a struct, and not its
/// last one (docs/assumptions.md: objects are used within their bounds; the last one may
/// be longer than it says). Any other may reach every element of its size in the object.
Shift shiftOf(const llvm::GEPOperator &address, const llvm::DataLayout &layout);

/// False if the number cannot be the distance between two objects: it was cut down to
/// the range of an index.
bool mayBeDistance(const llvm::Value &index);

} // namespace raceward::points
