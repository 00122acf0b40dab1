// Skeletons of models for the functions of a program that have none.
#pragma once

#include "raceward/program/Program.h"

#include <string>
#include <vector>

namespace raceward {

/// The functions that the program uses, that have no body in it, and that neither the table of
/// effects nor a model describes; sorted by name.
std::vector<const Function *> functionsWithoutModel(const Program &program);

/// A C file with one function for each of them. The body says what the prototype suggests, and is
/// for the user to correct. The prototypes come from debug information; a function without any is
/// listed in a comment.
std::string modelStubs(const Program &program);

} // namespace raceward
