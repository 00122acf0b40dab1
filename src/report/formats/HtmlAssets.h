// What src/report/html holds, as the build put it together.
#pragma once

#include <string_view>

namespace raceward {

std::string_view htmlStyle();
std::string_view htmlScript();
/// Base64 of their SHA-256, for the page's security policy: nothing else may style or run.
std::string_view htmlStyleHash();
std::string_view htmlScriptHash();

} // namespace raceward
