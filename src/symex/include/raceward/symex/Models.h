// The library functions that the machine can execute.
#pragma once

#include "raceward/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

enum class ModelKind : std::uint8_t {
  Native,  ///< by the machine itself
  C,       ///< by C source (src/symex/library)
  Input,   ///< any value of its type
  Builtin, ///< by an instruction that clang or the front end puts in its place
};

/// "native", "C", "input", "builtin".
std::string_view toString(ModelKind kind);

struct ModelledFunction {
  std::string name;
  ModelKind kind = ModelKind::Native;
};

/// All of them, sorted by name.
Result<std::vector<ModelledFunction>> modelledFunctions();

} // namespace raceward
