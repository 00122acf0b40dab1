// A result for programs: one JSON object.
//
// docs/use/json-output.md describes it and docs/schema/ holds its JSON Schema. A key that
// changes its meaning or goes away raises kJsonSchemaVersion; new keys do not.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/report/Baseline.h"

#include <optional>
#include <string>
#include <vector>

namespace raceward {

inline constexpr int kJsonSchemaVersion = 1;

/// Data of the request that the result does not repeat.
struct JsonContext {
  std::string version;            ///< of Raceward
  std::vector<std::string> files; ///< as the user named them
  std::string property;           ///< "no-data-race" …
  std::string dataModel;          ///< "ILP32", "LP64"
  std::optional<Baseline> baseline = {};
  std::string configuration = {}; ///< the file that options came from; empty: none
  std::string journal = {};       ///< the verdict rests on it; empty: none
};

/// Pretty-printed, ASCII only, ends with a newline.
std::string jsonReport(const CheckResult &result, const JsonContext &context);
std::string jsonReport(const PropertyResult &result, const JsonContext &context);

} // namespace raceward
