#include "Compare.h"

#include "CeleGenerator.h"
#include "CeleOracle.h"
#include "cele/ExactRoute.h"
#include "raceward/cele/Follow.h"
#include "raceward/cele/Parse.h"
#include "raceward/cele/Unroll.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>

namespace raceward::cele {

namespace {

/// Nothing: no answer.
using Uses = std::optional<std::set<ExpressionId>>;

Tally &tallyOf(Totals &totals, const std::string &engine) {
  const auto known = std::ranges::find(totals.engines, engine, &Tally::engine);
  return known != totals.engines.end() ? *known : totals.engines.emplace_back(Tally{engine});
}

std::string list(const Source &text, const std::set<ExpressionId> &uses) {
  std::string words;
  for (const ExpressionId use : uses)
    words +=
        " " + std::to_string(text.at(use).at.line) + ":" + std::to_string(text.at(use).at.column);
  return words;
}

struct Subject {
  std::uint64_t seed;
  std::string program;
  Source text;
  Source unrolled;
  OracleAnswer truth;
};

std::string describe(const Subject &subject, const std::string &engine, const std::string &what) {
  return "seed " + std::to_string(subject.seed) + ", " + engine + ": " + what + "\n" +
         subject.program;
}

void hold(const Subject &subject, const std::string &engine, bool mustAgree,
          const std::function<Uses()> &ask, Totals &totals) {
  Tally &tally = tallyOf(totals, engine);
  const auto begin = std::chrono::steady_clock::now();
  const Uses uses = ask();
  tally.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!uses) {
    ++tally.noAnswer;
    return;
  }
  ++tally.programs;
  std::set<ExpressionId> missing;
  std::set<ExpressionId> tooMany;
  std::ranges::set_difference(subject.truth.races, *uses, std::inserter(missing, missing.end()));
  std::ranges::set_difference(*uses, subject.truth.races, std::inserter(tooMany, tooMany.end()));
  tally.misses += missing.size();
  tally.falseAlarms += tooMany.size();
  if (missing.empty() && tooMany.empty())
    ++tally.agreed;
  else if (mustAgree)
    totals.differences.push_back(describe(subject, engine,
                                          "misses" + list(subject.text, missing) +
                                              "; false alarms" + list(subject.text, tooMany)));
}

ExactOptions exactOptions() {
  ExactOptions options;
  options.limits.seconds = 30;
  options.inputDomain = kInputDomain;
  return options;
}

Uses byExecution(const Subject &subject, Totals &totals) {
  const Result<ExactAnswer> answer = exploreValueRaces(subject.unrolled, exactOptions());
  if (!answer) {
    totals.differences.push_back(describe(subject, "execution", answer.error().message));
    return std::nullopt;
  }
  if (!answer->gaps.empty())
    return std::nullopt;
  std::set<ExpressionId> uses;
  for (const auto &[use, race] : answer->races) {
    uses.insert(use);
    if (!happens(subject.unrolled, race))
      totals.differences.push_back(describe(subject, "execution", "its runs do not exist"));
  }
  return uses;
}

/// Whether an assertion fails, or a deadlock can be reached, must be the same, too.
void holdProperty(const Subject &subject, Property property, bool truth, Totals &totals) {
  const std::string engine = "execution, " + std::string(toString(property));
  Tally &tally = tallyOf(totals, engine);
  const auto begin = std::chrono::steady_clock::now();
  const Result<ExactAnswer> answer = exploreProperty(subject.unrolled, property, exactOptions());
  tally.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!answer || (!answer->gaps.empty() && answer->violations.empty())) {
    ++tally.noAnswer;
    return;
  }
  ++tally.programs;
  const bool found = !answer->violations.empty();
  tally.falseAlarms += found && !truth ? 1 : 0;
  tally.misses += truth && !found ? 1 : 0;
  if (found == truth)
    ++tally.agreed;
  else
    totals.differences.push_back(
        describe(subject, engine, found ? "a false alarm" : "a violation is missed"));
}

Uses byConstraints(const Subject &subject, Encoding encoding, Totals &totals) {
  StaticOptions options;
  options.encoding = encoding;
  options.inputDomain = kInputDomain;
  const Result<StaticAnswer> answer = findValueRaces(subject.text, subject.unrolled, options);
  const std::string engine(toString(encoding));
  if (!answer) {
    totals.differences.push_back(describe(subject, engine, answer.error().message));
    return std::nullopt;
  }
  if (!answer->gaps.empty())
    return std::nullopt;
  if (!answer->cutLoops.empty() && encoding == Encoding::Exact)
    totals.differences.push_back(describe(subject, engine, "a loop is cut that ends"));
  std::set<ExpressionId> uses;
  for (const UseAnswer &use : answer->uses) {
    if (use.kind == UseAnswer::Kind::Undecided)
      return std::nullopt;
    if (use.kind == UseAnswer::Kind::Same)
      continue;
    uses.insert(use.use);
    if (encoding == Encoding::Exact && (!use.race || !happens(subject.unrolled, *use.race)))
      totals.differences.push_back(describe(subject, engine, "its runs do not exist"));
  }
  return uses;
}

} // namespace

void compare(std::uint64_t seed, const CompareOptions &options, Totals &totals) {
  ++totals.tried;
  const std::string program = generate(seed);
  const Parsed parsed = parse("random.cele", program);
  if (!parsed.ok()) {
    totals.differences.push_back("seed " + std::to_string(seed) + " does not parse\n" + program);
    return;
  }
  const std::optional<OracleAnswer> truth = bruteForce(parsed.source);
  if (!truth)
    return;
  const std::optional<Source> unrolled =
      unroll(parsed.source, std::max<std::uint32_t>(1, truth->iterations));
  if (!unrolled)
    return;
  ++totals.judged;
  totals.racing += truth->races.size();
  const Subject subject{seed, program, parsed.source, *unrolled, *truth};
  hold(
      subject, "exact", true, [&] { return byConstraints(subject, Encoding::Exact, totals); },
      totals);
  if (options.execution) {
    hold(subject, "execution", true, [&] { return byExecution(subject, totals); }, totals);
    holdProperty(subject, Property::Assertions, !truth->failures.empty(), totals);
    holdProperty(subject, Property::Deadlock, truth->deadlock, totals);
  }
  if (options.encodings)
    for (const Encoding encoding : {Encoding::Pi, Encoding::Edges, Encoding::OneEdge})
      hold(
          subject, std::string(toString(encoding)), false,
          [&] { return byConstraints(subject, encoding, totals); }, totals);
}

} // namespace raceward::cele
