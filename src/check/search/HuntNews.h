// HuntNews: whether hunted runs still reach something new. Private to check.
//
// New is a jump that no run had taken. A hunt that takes such ones may be on its way to a race; one
// that has not for many runs repeats itself.
#pragma once

#include "raceward/base/Deadline.h"
#include "raceward/symex/TakenEdges.h"

#include <cstddef>
#include <cstdint>

namespace raceward {

class HuntNews {
public:
  /// Without news.
  struct Most {
    std::uint64_t runs = 0;
    double seconds = 0;
    std::uint64_t runsInSeconds = 0; ///< fewer say nothing, however long they took
  };
  HuntNews(const TakenEdges &taken, Most most) : taken_(taken), most_(most), wait_(most.seconds) {}

  /// Asked before each run.
  [[nodiscard]] bool areOver();

private:
  const TakenEdges &taken_;
  Most most_;
  Deadline wait_;
  std::size_t known_ = 0;
  std::uint64_t runs_ = 0; ///< since there was something new
};

} // namespace raceward
