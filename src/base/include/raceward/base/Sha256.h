// SHA-256, by which files, programs and pieces of work are named.
#pragma once

#include <string>
#include <string_view>

namespace raceward {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace raceward
