// Bundle: a program in transfer to another process or machine.
//
// The linked module is sent before normalisation. Both ends read the same bytes and normalise them,
// so that a function, an instruction or a site has the same number at both. programHash() verifies
// that.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <string>

namespace raceward {

/// Takes the linkedBitcode() of another process. It is untrusted: it is read and verified in a
/// separate process, and damaged bitcode is an Error.
Result<Program> programFromBitcode(const std::string &bitcode);

/// SHA-256 of everything that engines can see of a program, including debug information. Folders
/// are excluded: the same source has the same hash in every location.
std::string programHash(const Program &program);

} // namespace raceward
