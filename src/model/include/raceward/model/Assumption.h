// Assumptions about the program's environment that matter for this program's verdict.
// docs/use/assumptions.md lists those of every verdict.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
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

/// "f(), g()": the first `most` of them.
inline std::string shownFunctions(std::span<const std::string> functions,
                                  std::size_t most = SIZE_MAX) {
  std::string text;
  for (const std::string &function : functions.first(std::min(most, functions.size())))
    text += (text.empty() ? "" : ", ") + shownFunction(function);
  return text;
}

} // namespace raceward
