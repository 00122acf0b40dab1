// Uses that no order of threads can change, by the structure of the text alone.
//
// A variable depends on the order if a thread writes it while another one may use or write it, or
// if a value written to it, or whether it is written, depends on such a variable. All others have,
// at each occurrence of a use, a value that the inputs determine. Loops need not be unrolled for
// that, so that it also covers endless loops.
#pragma once

#include "raceward/cele/Ast.h"

#include <set>

namespace raceward::cele {

/// Uses of the text; not those in conditions of events.
std::set<ExpressionId> orderFreeUses(const Source &text);

/// Every use of the text outside of the conditions of events.
std::set<ExpressionId> usesOf(const Source &text);

} // namespace raceward::cele
