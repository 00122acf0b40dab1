// A result as GitLab's code quality report.
#pragma once

#include "raceward/report/Issues.h"

#include <string>

namespace raceward {

std::string gitlabReport(const IssueList &list, const FormatContext &context);

} // namespace raceward
