#include "SourceExcerpts.h"

#include "raceward/base/Text.h"
#include "text/SourceFiles.h"

#include <algorithm>

namespace raceward {
namespace {

constexpr std::uint32_t kLinesAround = 12;
constexpr std::size_t kLongestLine = 400;
/// Over all files; a longer report is not readable.
constexpr std::size_t kMostLines = 50000;

std::string shownLine(std::string_view line) {
  const bool cut = line.size() > kLongestLine;
  return sanitizedUtf8(line.substr(0, kLongestLine)) + (cut ? " ..." : "");
}

/// The ranges of lines around those that are wanted.
std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges(const std::set<std::uint32_t> &lines) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> merged;
  for (const std::uint32_t line : lines) {
    const std::uint32_t from = line > kLinesAround ? line - kLinesAround : 1;
    const std::uint32_t to = line + kLinesAround;
    if (!merged.empty() && from <= merged.back().second + 1)
      merged.back().second = to;
    else
      merged.emplace_back(from, to);
  }
  return merged;
}

} // namespace

void SourceExcerpts::want(const SourcePosition &at) {
  if (at.known())
    wanted_[at.file].insert(at.line);
}

void SourceExcerpts::want(const AccessSite &site) {
  want(site.at);
  for (const SourcePosition &at : site.inlinedAt)
    want(at);
}

void SourceExcerpts::want(const std::vector<Caller> &callers) {
  for (const Caller &caller : callers)
    want(caller.at);
}

void SourceExcerpts::want(const std::vector<Gap> &gaps) {
  for (const Gap &gap : gaps)
    want(gap.at);
}

void SourceExcerpts::want(const Evidence &run) {
  for (const EvidenceThread &thread : run.threads)
    want(thread.createdAt);
  for (const GivenInput &input : run.inputs)
    want(input.at);
  for (const EvidenceStep &step : run.steps) {
    want(step.at);
    want(step.calledFrom);
  }
}

void SourceExcerpts::want(const CheckResult &result) {
  const Verdict verdict = result.verdict();
  for (const Conviction &conviction : result.ledger.convictions) {
    want(conviction.first);
    want(conviction.second);
    want(conviction.run);
    for (const Evidence &run : conviction.harm.runs)
      want(run);
  }
  if (const Unknown *unknown = verdict.unknown())
    want(unknown->reasons);
  for (const OpenSuspect &suspect : result.ledger.open) {
    want(suspect.first);
    want(suspect.second);
  }
  for (const OpenVariable &variable : result.ledger.variables.listed) {
    want(variable.first);
    want(variable.second);
  }
  for (const SharedVariable &shared : result.ledger.explanation.shared)
    for (const AccessSite &site : shared.sample)
      want(site);
}

void SourceExcerpts::want(const PropertyResult &result) {
  for (const Violation &violation : result.ledger.violations) {
    want(violation.at);
    want(violation.calledFrom);
    for (const GivenInput &input : violation.inputs)
      want(input.at);
  }
  want(result.verdict().reasons());
}

std::map<std::string, std::vector<SourceExcerpt>> SourceExcerpts::read() const {
  SourceFiles files;
  std::map<std::string, std::vector<SourceExcerpt>> excerpts;
  std::size_t room = kMostLines;
  for (const auto &[file, lines] : wanted_)
    for (const auto &[from, to] : ranges(lines)) {
      SourceExcerpt excerpt{from, {}};
      for (std::uint32_t number = from; number <= to && room > 0; ++number, --room) {
        const std::optional<std::string_view> line = files.line(file, number);
        if (!line)
          break;
        excerpt.lines.push_back(shownLine(*line));
      }
      if (!excerpt.lines.empty())
        excerpts[file].push_back(std::move(excerpt));
    }
  return excerpts;
}

} // namespace raceward
