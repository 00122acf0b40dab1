// Terms as people write them.
#pragma once

#include "raceward/smt/TermArena.h"

#include <string>

namespace raceward::cele {

/// "a ⇒ (b or ¬c)"; what is longer than a few lines ends in "…".
std::string showTerm(const TermArena &arena, Term term);

} // namespace raceward::cele
