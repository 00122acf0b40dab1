// The content of src/report/html, as embedded by the build.
#pragma once

#include <string_view>

namespace raceward {

std::string_view htmlStyle();
std::string_view htmlScript();
/// Base64 of their SHA-256, for the page's security policy: it permits no other style or script.
std::string_view htmlStyleHash();
std::string_view htmlScriptHash();

} // namespace raceward
