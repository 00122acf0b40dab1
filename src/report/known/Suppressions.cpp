#include "raceward/report/Suppressions.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/report/Fingerprint.h"
#include "text/SourceFiles.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace raceward {
namespace {

bool isIn(const SuppressionRule &rule, const AccessSite &site) {
  const auto any = [](const std::string &pattern, std::string_view text) {
    return pattern.empty() || matches(pattern, text);
  };
  return any(rule.function, site.function) &&
         (any(rule.file, site.at.file) || any(rule.file, baseName(site.at.file)));
}

bool areIn(const std::array<std::string, 2> &functions, const AccessSite &a, const AccessSite &b) {
  return matches(functions[0], a.function) && matches(functions[1], b.function);
}

bool touches(const std::string &variable, const Conviction &race) {
  return matches(variable, race.first.name) || matches(variable, race.second.name);
}

/// Comments beside either access, and on separate lines right above.
std::vector<SuppressionComment> commentsFor(const Conviction &race, SourceFiles &sources) {
  std::vector<SuppressionComment> comments;
  const auto look = [&](SourcePosition at, bool above) {
    const auto line = sources.line(at.file, at.line);
    if (!line)
      return;
    for (SuppressionComment &comment : commentsIn(*line, at))
      if (comment.problem.empty() && comment.alone == above &&
          (comment.variable.empty() || touches(comment.variable, race)))
        comments.push_back(std::move(comment));
  };
  for (const AccessSite *site : {&race.first, &race.second}) {
    if (!site->at.known())
      continue;
    SourcePosition at = site->at;
    at.column = 0;
    look(at, false);
    --at.line;
    look(at, true);
  }
  return comments;
}

/// The compiler may name a file differently from the user.
std::string realFile(const std::string &file) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(file, error);
  return error ? file : real.string();
}

/// `files`, and the files of all accesses in the ledger: once each, by the first name.
std::vector<std::string> filesOf(const std::vector<std::string> &files, const Ledger &ledger) {
  std::vector<std::string> all;
  std::set<std::string> seen;
  std::set<std::string> names;
  const auto addFile = [&](const std::string &file) {
    if (names.insert(file).second && seen.insert(realFile(file)).second)
      all.push_back(file);
  };
  const auto add = [&](const AccessSite &site) {
    if (site.at.known())
      addFile(site.at.file);
  };
  std::ranges::for_each(files, addFile);
  for (const Conviction &race : ledger.convictions) {
    add(race.first);
    add(race.second);
  }
  for (const SuppressedRace &suppressed : ledger.suppressed) {
    add(suppressed.race.first);
    add(suppressed.race.second);
  }
  for (const SharedVariable &shared : ledger.explanation.shared)
    std::ranges::for_each(shared.sample, add);
  return all;
}

std::vector<SuppressionComment> commentsInFiles(const std::vector<std::string> &files,
                                                const Ledger &ledger) {
  SourceFiles sources;
  std::vector<SuppressionComment> comments;
  for (const std::string &file : filesOf(files, ledger)) {
    SourcePosition at{file, 1, 0};
    for (auto line = sources.line(file, at.line); line; line = sources.line(file, ++at.line))
      for (SuppressionComment &comment : commentsIn(*line, at))
        comments.push_back(std::move(comment));
  }
  return comments;
}

std::string placeOf(const SourcePosition &at) {
  return at.file + ":" + std::to_string(at.line);
}

template <typename Open> bool onSameLines(const Open &open, const Conviction &race) {
  const auto same = [](const AccessSite &a, const AccessSite &b) {
    return a.at.known() && a.at.file == b.at.file && a.at.line == b.at.line;
  };
  return (same(open.first, race.first) && same(open.second, race.second)) ||
         (same(open.first, race.second) && same(open.second, race.first));
}

} // namespace

bool matches(std::string_view pattern, std::string_view text) {
  // The usual backtracking: match one more character of the text with the last '*'.
  constexpr auto none = std::string_view::npos;
  std::size_t at = 0;
  std::size_t star = none;
  std::size_t starText = 0;
  std::size_t t = 0;
  while (t < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      starText = t;
      continue;
    }
    const bool escaped = at + 1 < pattern.size() && pattern[at] == '\\';
    const std::size_t literal = escaped ? at + 1 : at;
    if (literal < pattern.size() &&
        ((!escaped && pattern[literal] == '?') || pattern[literal] == text[t])) {
      at = literal + 1;
      ++t;
    } else if (star != none) {
      at = star + 1;
      t = ++starText;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == none;
}

bool matches(const SuppressionRule &rule, const Conviction &race) {
  if (!rule.fingerprint.empty() && rule.fingerprint != fingerprintOf(race))
    return false;
  if (!rule.variable.empty() && !touches(rule.variable, race))
    return false;
  if (!isIn(rule, race.first) && !isIn(rule, race.second))
    return false;
  return rule.functions[0].empty() || areIn(rule.functions, race.first, race.second) ||
         areIn(rule.functions, race.second, race.first);
}

Result<std::vector<SuppressionRule>> readSuppressions(const std::string &path) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return fail(text.error());
  return parseSuppressions(path, *text);
}

void Suppressions::add(std::vector<SuppressionRule> rules) {
  for (SuppressionRule &rule : rules)
    rules_.push_back({std::move(rule)});
}

void Suppressions::apply(Ledger &ledger) {
  SourceFiles sources;
  std::vector<Conviction> rest;
  for (Conviction &race : ledger.convictions) {
    std::optional<SuppressedRace> suppressed;
    // All matching rules count as used, although one is enough.
    for (UsedRule &known : rules_)
      if (matches(known.rule, race)) {
        known.used = true;
        if (!suppressed)
          suppressed = {{}, known.rule.reason, known.rule.where};
      }
    for (const SuppressionComment &comment : commentsFor(race, sources)) {
      usedComments_.emplace(realFile(comment.at.file), comment.at.line);
      if (!suppressed)
        suppressed = {{}, comment.reason, placeOf(comment.at)};
    }
    if (suppressed) {
      suppressed->race = std::move(race);
      ledger.suppressed.push_back(std::move(*suppressed));
    } else {
      rest.push_back(std::move(race));
    }
  }
  ledger.convictions = std::move(rest);
  if (ledger.suppressed.empty())
    return;
  // Open suspects are shown; a suppressed race must not be, in any form.
  if (ledger.everyRaceFound) {
    ledger.open.clear();
    ledger.variables = {};
  }
  const auto isSuppressed = [&](const auto &open) {
    return std::ranges::any_of(ledger.suppressed, [&](const SuppressedRace &suppressed) {
      return onSameLines(open, suppressed.race);
    });
  };
  std::erase_if(ledger.open, isSuppressed);
  ledger.variables.count -= std::erase_if(ledger.variables.listed, isSuppressed);
}

std::vector<std::string> Suppressions::unused(const std::vector<std::string> &files,
                                              const Ledger &ledger) const {
  std::vector<std::string> lines;
  for (const UsedRule &known : rules_)
    if (!known.used)
      lines.push_back(known.rule.where + ": this rule suppresses nothing any more");
  for (const SuppressionComment &comment : commentsInFiles(files, ledger))
    if (comment.problem.empty() &&
        !usedComments_.contains({realFile(comment.at.file), comment.at.line}))
      lines.push_back(placeOf(comment.at) + ": this comment suppresses nothing any more");
  return lines;
}

std::vector<std::string> Suppressions::badComments(const std::vector<std::string> &files,
                                                   const Ledger &ledger) {
  std::vector<std::string> lines;
  for (const SuppressionComment &comment : commentsInFiles(files, ledger))
    if (!comment.problem.empty())
      lines.push_back(placeOf(comment.at) + ": " + comment.problem);
  return lines;
}

} // namespace raceward
