// Runs and accesses as JSON: what the result and the witness have in common. Private to report.
#pragma once

#include "raceward/base/Json.h"
#include "raceward/model/Verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

Json text(std::string_view value);
/// Null says "not known"; an empty string would have to be explained.
Json textOrNull(std::string_view value);
void putPosition(Json &into, const SourcePosition &at);
Json accessOf(const AccessSite &site, std::string_view thread);
Json callersOf(const std::vector<Caller> &callers);
Json inputsOf(const std::vector<GivenInput> &inputs);
/// Null for a race of which only the pair is known.
Json runOf(const Evidence &run);

/// ASCII only: a file name may hold control characters beyond ASCII, and this text,
/// too, is looked at in terminals.
std::string printed(const Json &document);

} // namespace raceward
