// LockNames: names of locks for reports. Private to prove.
#pragma once

#include "Knowledge.h"

#include <string>

namespace raceward {

/// `rest` is the offset of the lock from the address of the data, if `relative`.
std::string nameOfLock(const Expressions &expressions, const KnownLock &lock, bool relative,
                       const Sum &rest);

} // namespace raceward
