// Assumptions about the program's environment that matter for this program's verdict.
// docs/use/assumptions.md lists those of every verdict.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// The name of the assumption about functions that are taken by contract.
inline constexpr std::string_view kUnknownCallsAssumption = "unknown-calls";

struct Assumption {
  std::string name;                     ///< stable: "allocation-succeeds"
  std::string words;                    ///< a sentence for the user
  std::vector<std::string> functions{}; ///< of which it is assumed; empty if it is about others
};

/// How a text shows one of the functions: "f()". Some have no name but a description.
inline std::string shownFunction(const std::string &function) {
  return function.find(' ') == std::string::npos ? function + "()" : function;
}

} // namespace raceward
