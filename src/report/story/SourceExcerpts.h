// The parts of source files that a report shows: the lines that it names, with some context.
//
// Never whole files, and only those that the compiler read (raceward/report/Quoting.h): a #line
// directive may name any file of the machine, and a report is passed on.
#pragma once

#include "raceward/model/CheckResult.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace raceward {

/// Consecutive lines.
struct SourceExcerpt {
  std::uint32_t firstLine = 0;
  std::vector<std::string> lines; ///< valid UTF-8, cut if they are very long
};

class SourceExcerpts {
public:
  void want(const SourcePosition &at);
  void want(const CheckResult &result);
  void want(const PropertyResult &result);

  /// By name of the file; a file that cannot be read has none.
  [[nodiscard]] std::map<std::string, std::vector<SourceExcerpt>> read() const;

private:
  void want(const AccessSite &site);
  void want(const Evidence &run);
  void want(const std::vector<Gap> &gaps);
  void want(const std::vector<Caller> &callers);

  std::map<std::string, std::set<std::uint32_t>> wanted_;
};

} // namespace raceward
