// The bitcode of src/symex/library. Private to symex; the build generates the definitions
// (cmake/RwModelLibrary.cmake).
#pragma once

#include <string_view>

namespace raceward {

std::string_view embeddedModels64();
std::string_view embeddedModels32();

} // namespace raceward
