// Results made by hand, and source files to quote, for the tests of the reports.
#pragma once

#include "raceward/base/File.h"
#include "raceward/model/CheckResult.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raceward {

/// A folder of sources. Reports name files by their whole path; withoutFolder() takes
/// the part away that differs from run to run.
class Sources {
public:
  Sources() : folder_(makeFolder()) {}

  std::string write(const std::string &name, std::string_view content) {
    const std::string path = folder_.path() + "/" + name;
    EXPECT_TRUE(writeFileAtomically(path, content).has_value());
    return path;
  }
  [[nodiscard]] std::string path(const std::string &name) const {
    return folder_.path() + "/" + name;
  }
  [[nodiscard]] std::string withoutFolder(std::string text) const {
    const std::string prefix = folder_.path() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
      text.erase(at, prefix.size());
    return text;
  }

private:
  static TemporaryDirectory makeFolder() {
    Result<TemporaryDirectory> made = TemporaryDirectory::create();
    return std::move(made).value();
  }
  TemporaryDirectory folder_;
};

inline AccessSite site(AccessKind kind, SourcePosition at, std::string function, std::string name) {
  AccessSite made;
  made.kind = kind;
  made.at = std::move(at);
  made.function = std::move(function);
  made.name = std::move(name);
  return made;
}

/// `suspects` in all, what `engines` left of them is open.
inline Ledger ledgerOf(std::uint64_t suspects, std::vector<EngineRecord> engines,
                       std::vector<OpenSuspect> open = {}) {
  Ledger ledger;
  ledger.suspects = suspects;
  ledger.engines = std::move(engines);
  ledger.open = std::move(open);
  ledger.closed = true;
  return ledger;
}

inline CheckResult resultOf(const Ledger &ledger) {
  CheckStats stats;
  stats.wallSeconds = 0.5;
  stats.cpuSeconds = 0.25;
  stats.peakMemoryBytes = 3u << 19;
  stats.functions = 3;
  stats.instructions = 1234;
  stats.accessSites = 9;
  stats.memoryGroups = 2;
  return {ledger, MemoryModel::C11, "all inputs, all schedules", stats};
}

} // namespace raceward
