// TakenEdges: the jumps that runs of a program have taken. A run that takes one for the first time
// has reached something new.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace raceward {

class TakenEdges {
public:
  /// `edge` is the number of the jump among those of the function.
  void take(std::size_t function, std::size_t edge) {
    if (function >= taken_.size())
      taken_.resize(function + 1);
    std::vector<std::uint8_t> &edges = taken_[function];
    if (edge >= edges.size())
      edges.resize(edge + 1);
    count_ += 1U - edges[edge];
    edges[edge] = 1;
  }
  /// How many different ones were taken.
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  std::vector<std::vector<std::uint8_t>> taken_; ///< by function: 0 or 1
  std::size_t count_ = 0;
};

} // namespace raceward
