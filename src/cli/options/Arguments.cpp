#include "options/Arguments.h"

#include <algorithm>
#include <string_view>

namespace raceward {

Arguments splitArguments(int argc, const char *const *argv) {
  Arguments arguments;
  const char *const *const first = argv + std::min(argc, 1);
  const char *const *const last = argv + argc;
  const char *const *const dashes = std::find(first, last, std::string_view("--"));
  arguments.words.assign(first, dashes);
  arguments.hasCompilerFlags = dashes != last;
  if (arguments.hasCompilerFlags)
    arguments.compilerFlags.assign(dashes + 1, last);
  return arguments;
}

} // namespace raceward
