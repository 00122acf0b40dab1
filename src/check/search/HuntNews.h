// HuntNews: whether hunted runs still reach something new. Private to check.
//
// New is an access site in question, or a place that asks for an input: code that no run had
// reached. A hunt that reaches such code may be on its way to a race; one that has not for many
// runs repeats itself.
#pragma once

#include "DrawnInputs.h"
#include "raceward/base/Deadline.h"
#include "raceward/symex/ThreadedMachine.h"

#include <cstddef>
#include <cstdint>

namespace raceward {

class HuntNews {
public:
  /// Without news.
  struct Most {
    std::uint64_t runs = 0;
    double seconds = 0;
  };
  /// `inputs` may be null.
  HuntNews(const ThreadedMachine &machine, const DrawnInputs *inputs, Most most)
      : machine_(machine), inputs_(inputs), most_(most), wait_(most.seconds) {}

  /// Asked before each run.
  [[nodiscard]] bool areOver();

private:
  const ThreadedMachine &machine_;
  const DrawnInputs *inputs_;
  Most most_;
  Deadline wait_;
  std::size_t known_ = 0;
  std::uint64_t runs_ = 0; ///< since there was something new
};

} // namespace raceward
