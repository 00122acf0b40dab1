// SearchBundle: everything that a remote worker needs for a search, sent once.
#pragma once

#include "raceward/check/ExploreTask.h"

#include <string>
#include <string_view>

namespace raceward {

/// The program must have kept its bitcode (LoadRequest::keepBitcode).
Result<std::string> encodeBundle(const Program &program, const ExploreTask &task);

struct SearchBundle {
  Program program;
  ExploreTask task;
};
/// Untrusted input. An Error if it was not made by this build of Raceward.
Result<SearchBundle> decodeBundle(std::string_view bytes);

} // namespace raceward
