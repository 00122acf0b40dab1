// Uses that no order of threads can change, seen from the structure of the text alone.
//
// A variable is at the mercy of the order if a thread writes it while another one may use or
// write it, or if what is written to it, or whether it is written, depends on such a variable.
// All others hold, at each occurrence of a use, what the inputs say. Loops need not be unrolled
// for that, so that it also speaks of loops without end.
#pragma once

#include "raceward/cele/Ast.h"

#include <set>

namespace raceward::cele {

/// Of the text; not those in conditions of events.
std::set<ExpressionId> orderFreeUses(const Source &text);

/// Every use of the text outside of the conditions of events.
std::set<ExpressionId> usesOf(const Source &text);

} // namespace raceward::cele
