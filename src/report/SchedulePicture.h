// A run as a picture: one column per thread, one line per step, time goes down.
//
//     T0 main           T1 worker
//     14: create T1
//                       7: read total
//   > 16: write total
//                     > 7: write total
#pragma once

#include "raceward/model/Evidence.h"

#include <cstddef>
#include <string>
#include <vector>

namespace raceward {

struct PictureOptions {
  unsigned width = 80;
  std::size_t mostLines = SIZE_MAX; ///< of a longer run the middle is left out
};

/// Printable lines, none wider than the width (which is at least 20). Where the columns
/// would be too narrow to read, every line names its thread instead.
std::vector<std::string> schedulePicture(const Evidence &run, const PictureOptions &options);

/// "T1": how reports call a thread of a run.
std::string threadLabel(std::uint32_t thread);

/// What the two threads hold when they race, and what would help; one sentence.
std::string raceHint(const Evidence &run, const std::string &object);

} // namespace raceward
