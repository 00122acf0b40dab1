// The bitcode of share/raceward/models. Private to program; the build generates the definitions
// (cmake/RwModels.cmake).
#pragma once

#include "raceward/program/LibraryModels.h"

namespace raceward {

/// Aligned to 4 bytes. `narrow`: for pointers of 32 bits.
std::string_view embeddedLibrary(bool narrow);

} // namespace raceward
