// Numbers about work, as text that is the same in every locale. Private to report.
#pragma once

#include <string>

namespace raceward {

/// With so many digits after the point.
std::string decimal(double value, int digits);
/// As few characters as give the same number back.
std::string shortestNumber(double value);
/// "0 %", "under 0.1 %", "3.4 %", "57 %"; never more than it is.
std::string percent(double share);
/// "45 s", "4 min", "3 h", "12 days".
std::string roughTime(double seconds);

} // namespace raceward
