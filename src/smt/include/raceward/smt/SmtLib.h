// SMT-LIB 2 text of terms and queries.
#pragma once

#include "raceward/smt/TermArena.h"

#include <functional>
#include <span>
#include <string>

namespace raceward {

std::string toSmtLib(Sort sort);
/// |name|, with the characters that SMT-LIB forbids there replaced, and the number of the variable
/// in front, so that variables stay distinct.
std::string symbolOf(const TermArena &arena, Term variable);

/// One term, with shared parts expanded. For people and small terms.
std::string toSmtLib(const TermArena &arena, Term term);

/// Declarations and definitions that name every term under `root` (shared parts once), except those
/// that isDefined; calls `define` for each. The name of a term is smtLibName.
std::string smtLibDefinitions(const TermArena &arena, Term root,
                              const std::function<bool(Term)> &isDefined,
                              const std::function<void(Term)> &define);
std::string smtLibName(const TermArena &arena, Term term);

/// A self-contained query for any solver: options, declarations, one assert per constraint,
/// check-sat.
std::string smtLibQuery(const TermArena &arena, std::span<const Term> constraints);

/// Constant arrays (`as const`) are an extension of Z3 and cvc5, in logics that include it.
inline constexpr const char *kSmtLibLogic = "QF_ABV";

} // namespace raceward
