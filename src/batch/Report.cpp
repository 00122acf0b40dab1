#include "raceward/batch/BatchRun.h"

namespace raceward::batch {

std::string reportHtml(const BatchRun &) {
  return {}; // follows
}

} // namespace raceward::batch
