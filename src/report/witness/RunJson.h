// Runs and accesses as JSON: shared by the result and the witness. Private to report.
#pragma once

#include "raceward/base/Json.h"
#include "raceward/model/Verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

Json text(std::string_view value);
/// Null means "not known"; an empty string would need an explanation.
Json textOrNull(std::string_view value);
void putPosition(Json &into, const SourcePosition &at);
Json accessOf(const AccessSite &site, std::string_view thread);
Json callersOf(const std::vector<Caller> &callers);
Json inputsOf(const std::vector<GivenInput> &inputs);
/// Null for a race without a run.
Json runOf(const Evidence &run);

/// ASCII only: a file name may contain control characters beyond ASCII, and this text is also shown
/// in terminals.
std::string printed(const Json &document);

} // namespace raceward
