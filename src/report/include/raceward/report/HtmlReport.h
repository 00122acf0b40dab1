// A result as one HTML file that needs nothing else: no network, no other file.
//
// It holds the JSON result, excerpts of the sources that it names, and a small program that
// shows both (src/report/html). Where scripts are not allowed it shows the text report.
#pragma once

#include "raceward/report/JsonReport.h"

#include <string>

namespace raceward {

std::string htmlReport(const CheckResult &result, const JsonContext &context);
std::string htmlReport(const PropertyResult &result, const JsonContext &context);

} // namespace raceward
