// Numbers as text that is the same in every locale. Private to report.
#pragma once

#include <string>

namespace raceward {

/// With this number of digits after the point.
std::string decimal(double value, int digits);
/// The shortest text that reads back as the same number.
std::string shortestNumber(double value);
/// "0 %", "under 0.1 %", "3.4 %", "57 %"; never rounded up.
std::string percent(double share);
/// "45 s", "4 min", "3 h", "12 days".
std::string roughTime(double seconds);

} // namespace raceward
