// Installed files that clang needs for programs under control.
#pragma once

#include "raceward/base/Result.h"

#include <string>

namespace raceward {

inline constexpr const char *kPassPlugin = "raceward-pass.so";
inline constexpr const char *kControlRuntime = "libraceward_control.a";

/// Its path, beside this program in the build folder or as installed.
Result<std::string> findNativePart(const std::string &name);

} // namespace raceward
