// Enters main: with given arguments, or with any.
#pragma once

#include "raceward/base/Result.h"

#include <string>
#include <vector>

namespace raceward {

class Interpreter;
class State;
struct Function;

/// `words` are the name of the program and its arguments.
Result<void> enterWithArguments(Interpreter &interpreter, State &state, const Function &entry,
                                const std::vector<std::string> &words);

/// The same, with arbitrary arguments in place of those that are not given. If main uses only their
/// number, it may be any; otherwise they are bounded, which is recorded as a gap where main is
/// executed. A program that uses neither is entered as above.
Result<void> enterWithAnyArguments(Interpreter &interpreter, State &state, const Function &entry,
                                   const std::vector<std::string> &words);

} // namespace raceward
