// A result as one self-contained HTML file: no network, no other file.
//
// It contains the JSON result, excerpts of the sources that it names, and a script that shows both
// (src/report/html). Where scripts are not allowed it shows the text report.
#pragma once

#include "raceward/report/JsonReport.h"

#include <string>

namespace raceward {

std::string htmlReport(const CheckResult &result, const JsonContext &context);
std::string htmlReport(const PropertyResult &result, const JsonContext &context);

} // namespace raceward
