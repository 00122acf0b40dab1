// Functions that are taken by contract (LoadRequest::unknownCalls).
#pragma once

#include "raceward/program/Program.h"

#include <string_view>

namespace raceward {

/// The code that no call of the program leads to: what such functions do with the results of those
/// that they call. Null if there are none.
const Function *contractThread(const Program &program);

/// A function that one of them gives to the program, as a result or in memory. Null if there are
/// none.
const Function *contractFunction(const Program &program);

/// The function that is called here by contract; empty if none is.
std::string_view calledByContract(const Instruction &instruction);

} // namespace raceward
