// SMT-LIB 2 text of terms and queries.
#pragma once

#include "raceward/smt/TermArena.h"

#include <functional>
#include <span>
#include <string>

namespace raceward {

std::string toSmtLib(Sort sort);
/// |name|, with the characters that SMT-LIB forbids there replaced, and the number of
/// the variable in front, so that no two variables fall together.
std::string symbolOf(const TermArena &arena, Term variable);

/// One term, shared parts written out each time they occur. For people and small terms.
std::string toSmtLib(const TermArena &arena, Term term);

/// Declarations and definitions that give every term under `root` a name (shared parts
/// once), except those that isDefined; `define` is told of each. The name of a term is
/// smtLibName.
std::string smtLibDefinitions(const TermArena &arena, Term root,
                              const std::function<bool(Term)> &isDefined,
                              const std::function<void(Term)> &define);
std::string smtLibName(const TermArena &arena, Term term);

/// A whole query that any solver can run by itself: options, declarations, one assert
/// per constraint, check-sat.
std::string smtLibQuery(const TermArena &arena, std::span<const Term> constraints);

/// Arrays in constant form (`as const`) are an extension that Z3 and cvc5 have, in logics
/// that include it.
inline constexpr const char *kSmtLibLogic = "QF_ABV";

} // namespace raceward
