#include "DriverUnits.h"

#include <algorithm>

namespace raceward {

namespace {

/// A witness is untrusted, and this becomes C text.
bool isIdentifier(const std::string &name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

} // namespace

std::vector<std::string> flagsBesideDriver(const LoadRequest &program) {
  if (program.driver && program.driver->replacesMain)
    return {"-Dmain=raceward_main_of_the_program"};
  return {};
}

std::string exposingText(const LoadRequest &program, const CompileUnit &unit) {
  std::string text;
  if (program.driver)
    for (const ExposedFunction &function : program.driver->exposed)
      if (function.file == unit.file && isIdentifier(function.name) &&
          isIdentifier(function.symbol))
        text += "extern __typeof__(" + function.name + ") " + function.symbol +
                " __attribute__((alias(\"" + function.name + "\")));\n";
  return text.empty() ? text : "\n" + text;
}

} // namespace raceward
