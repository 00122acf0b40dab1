// SearchBundle: all that a worker elsewhere needs to know about a search, sent once.
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
/// Comes over a wire: it may be anything. An Error if it was not made by this build of Raceward.
Result<SearchBundle> decodeBundle(std::string_view bytes);

} // namespace raceward
