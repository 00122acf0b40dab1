// SHA-256: the content hash that identifies files, programs and work items.
#pragma once

#include <string>
#include <string_view>

namespace raceward {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace raceward
