// A result as JUnit XML, which every CI can show: a race is a failure, unknown an error.
#pragma once

#include "raceward/report/Issues.h"

#include <string>

namespace raceward {

std::string junitReport(const IssueList &list, const FormatContext &context);

} // namespace raceward
