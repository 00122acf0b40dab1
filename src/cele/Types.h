// Infers the type of each variable: integer, Boolean, or an array of either, from its uses.
#pragma once

#include "raceward/cele/Parse.h"

namespace raceward::cele {

/// Fills in types and lengths; returns the contradictions, unsorted.
std::vector<Diagnostic> inferTypes(Source &source);

} // namespace raceward::cele
