// The identity of a race across versions of a program.
//
// It is computed from the functions, the kinds of access and the variable, in an order that does
// not depend on the run: no addresses, no lines, no schedule. So it survives edits elsewhere in the
// file, and two runs of the tool give the same one.
#pragma once

#include "raceward/model/Verdict.h"

#include <string>

namespace raceward {

/// 16 hexadecimal digits.
std::string fingerprintOf(const Conviction &race);

} // namespace raceward
