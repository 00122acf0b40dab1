// A result in SARIF 2.1.0, for code scanning and editors (docs/use/reports.md).
#pragma once

#include "raceward/report/Issues.h"

#include <string>

namespace raceward {

std::string sarifReport(const IssueList &list, const FormatContext &context);

} // namespace raceward
