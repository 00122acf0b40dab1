#include "raceward/base/Check.h"

#include <cstdio>
#include <cstdlib>

namespace raceward {

void checkFailed(const char *condition, const char *file, int line) {
  std::fprintf(stderr, "raceward: internal check failed at %s:%d: %s\n", file, line, condition);
  std::abort();
}

} // namespace raceward
