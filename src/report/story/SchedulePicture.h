// A run as a picture: one column per thread, one line per step, from top to bottom.
//
//     T0 main           T1 worker
//     14: create T1
//                       7: read total = 0
//   > 16: write total = 5
//                     > 7: write total = 1
#pragma once

#include "raceward/model/Evidence.h"

#include <cstddef>
#include <string>
#include <vector>

namespace raceward {

struct PictureOptions {
  unsigned width = 80;
  std::size_t mostLines = SIZE_MAX; ///< the middle of a longer run is left out
};

/// Printable lines, none wider than the width (which is at least 20). If the columns would be too
/// narrow to read, every line names its thread instead.
std::vector<std::string> schedulePicture(const Evidence &run, const PictureOptions &options);

/// Two runs side by side, each line with its thread.
std::vector<std::string> picturesSideBySide(const Evidence &left, const Evidence &right,
                                            const PictureOptions &options);

} // namespace raceward
