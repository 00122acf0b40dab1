// Bundle: a program on its way to another process or another machine.
//
// What travels is the linked module before it was normalised. Both ends read the same bytes and
// normalise what they read, so that a function, an instruction or a site has the same number at
// both. programHash() tells whether that came true.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <string>

namespace raceward {

/// Takes the linkedBitcode() of another process. It may come from anybody: it is read and verified
/// in a process of its own, and damaged bitcode is an Error.
Result<Program> programFromBitcode(const std::string &bitcode);

/// SHA-256 of all that engines can see of a program, debug information included. Folders are left
/// out: the same source has the same hash wherever it lies.
std::string programHash(const Program &program);

} // namespace raceward
