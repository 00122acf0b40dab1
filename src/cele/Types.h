// What each variable is: integer, Boolean, or an array of either, from how the text uses it.
#pragma once

#include "raceward/cele/Parse.h"

namespace raceward::cele {

/// Fills in the types and lengths; returns what contradicts itself, in no order.
std::vector<Diagnostic> inferTypes(Source &source);

} // namespace raceward::cele
