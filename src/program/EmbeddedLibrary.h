// The bitcode of share/raceward/models. Private to program; the build generates the definitions
// (cmake/RwModels.cmake).
#pragma once

#include <span>
#include <string_view>

namespace raceward {

struct EmbeddedModel {
  std::string_view function;
  std::string_view file; ///< "libc/sockets", without its suffix
};

/// All functions, sorted by name.
std::span<const EmbeddedModel> embeddedModels();

/// Aligned to 4 bytes. `narrow`: for pointers of 32 bits.
std::string_view embeddedLibrary(bool narrow);

} // namespace raceward
