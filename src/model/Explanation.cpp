#include "raceward/model/Explanation.h"

#include "raceward/base/Check.h"

namespace raceward {

std::uint64_t SharedVariable::left() const {
  std::uint64_t open = suspects;
  for (const Ruling &ruling : rulings) {
    RW_CHECK(ruling.pairs <= open);
    open -= ruling.pairs;
  }
  return open;
}

} // namespace raceward
