// Terms in a readable notation.
#pragma once

#include "raceward/smt/TermArena.h"

#include <string>

namespace raceward::cele {

/// "a ⇒ (b or ¬c)"; longer texts end in "…".
std::string showTerm(const TermArena &arena, Term term);

} // namespace raceward::cele
