#include "raceward/check/Request.h"

#include "raceward/cele/Load.h"

#include <algorithm>

namespace raceward {

bool isCele(const LoadRequest &load) {
  return !load.files.empty() && std::ranges::all_of(load.files, cele::isFileName);
}

} // namespace raceward
