// Library models by name. Apart from LibraryModel.h, so that the layers below the interpreter,
// which models work on, can look one up.
#pragma once

#include <string_view>

namespace raceward {

struct LibraryModel;

/// Null if there is none.
const LibraryModel *findModel(std::string_view name);

} // namespace raceward
