// The files of runtime/, embedded as text. Private to native.
#pragma once

#include <span>
#include <string_view>

namespace raceward {

struct RuntimeFile {
  std::string_view name;
  std::string_view text;
};

std::span<const RuntimeFile> runtimeFiles();

} // namespace raceward
