#include "Agreement.h"

#include "Answer.h"
#include "Oracle.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <charconv>

namespace raceward::test {
namespace {

using StatementPair = std::pair<std::size_t, std::size_t>;

std::set<StatementPair> statementsOf(const std::set<RacingPair> &races) {
  std::set<StatementPair> pairs;
  for (const RacingPair &pair : races)
    pairs.insert(std::minmax<std::size_t>(pair.first.at.index(), pair.second.at.index()));
  return pairs;
}

std::string toString(const std::set<StatementPair> &pairs) {
  std::string text;
  for (const auto &[first, second] : pairs)
    text += " " + std::to_string(first) + "-" + std::to_string(second);
  return text.empty() ? " none" : text;
}

/// Of the variables in a state as the machine of the script prints it.
std::set<std::vector<std::uint64_t>> finalValuesOf(const Script &script, const Truth &truth) {
  const std::size_t before = script.threads.size() * (2 + Script::kRegisters);
  const auto count = static_cast<std::size_t>(variablesOf(script));
  std::set<std::vector<std::uint64_t>> all;
  for (const std::string &state : truth.finalStates) {
    const std::vector<std::string_view> slots = split(state, ' ');
    std::vector<std::uint64_t> values;
    for (std::size_t i = before; i < before + count; ++i) {
      RW_CHECK(i < slots.size());
      std::uint64_t value = 0;
      const auto [end, error] =
          std::from_chars(slots[i].data(), slots[i].data() + slots[i].size(), value);
      RW_CHECK(error == std::errc{});
      values.push_back(value);
    }
    all.insert(std::move(values));
  }
  return all;
}

std::optional<Truth> truthOf(const Script &script, const AgreementOptions &options) {
  if (!options.bySleepSets)
    return bruteForce(script, options.interleavings);
  const std::optional<SleepTruth> sleep = sleepSetSearch(script, options.interleavings);
  if (!sleep)
    return std::nullopt;
  Truth truth;
  truth.races = sleep->races;
  truth.finalStates = sleep->finalStates;
  truth.ambiguous = sleep->ambiguous;
  return truth;
}

class Comparison {
public:
  Comparison(const CText &text, const Program &program, Reduction reduction)
      : text_(text), program_(program), reduction_(reduction) {}

  Agreement agreement;

  /// Every atomic is seq_cst, or is taken for it.
  void exactly(const Truth &truth, MemoryModel model, bool allRaces) {
    agreement.truthIsRace = !truth.races.empty();
    const Answer answer = answerFor(program_, model, reduction_, allRaces);
    agreement.ambiguous = truth.races.empty() && truth.ambiguous;
    agreement.unknown = answer.kind == Answer::Kind::Unknown && !agreement.ambiguous;
    agreement.reasons = answer.reasons;
    judge(answer, truth);
    if (allRaces && answer.kind == Answer::Kind::Race && answer.reasons.empty() &&
        statementsAt(answer.races) != statementsOf(truth.races))
      disagree("MISSING race: the check names" + toString(statementsAt(answer.races)) +
               ", there are" + toString(statementsOf(truth.races)));
  }

  /// What weaker atomics allow beyond brute force is not followed: only a wrong answer counts.
  void weakly(const Truth &truth) {
    const Answer answer = answerFor(program_, MemoryModel::C11, reduction_, false);
    agreement.weak = true;
    agreement.unknownIfWeak = answer.kind == Answer::Kind::Unknown;
    judge(answer, truth);
  }

  /// The search without provers: it may not rest on them.
  void search(const Script &script, const Truth &truth, MemoryModel model, Question question,
              bool valuesAreKnown) {
    const Result<Seen> seen =
        test::search(program_, model, reduction_, question, variablesOf(script));
    if (!seen)
      return disagree("no answer of the search: " + seen.error().message);
    const std::set<StatementPair> races = statementsAt(seen->races);
    const std::set<StatementPair> truly = statementsOf(truth.races);
    if (!std::includes(truly.begin(), truly.end(), races.begin(), races.end()))
      return disagree("WRONG race: the search sees" + toString(races) + ", there are" +
                      toString(truly));
    const bool whole = question == Question::Everything;
    if (!seen->reasons.empty()) {
      agreement.searchUnknown |= (whole || races.empty()) && !truth.ambiguous;
      agreement.reasons.insert(seen->reasons.begin(), seen->reasons.end());
      return;
    }
    if (whole ? races != truly : races.empty() != truly.empty())
      return disagree("MISSING race: the search sees" + toString(races) + ", there are" +
                      toString(truly));
    // Up to the first race, plain accesses decide nothing: all the rest is seen as well.
    if ((!whole && !truly.empty()) || !valuesAreKnown)
      return;
    const auto values = finalValuesOf(script, truth);
    // A section whose assumption does not hold stays refused in that run; the run in which it
    // comes later is another one. So some runs end before they are over.
    const bool agrees = script.has(Op::Assume)
                            ? std::includes(seen->finalValues.begin(), seen->finalValues.end(),
                                            values.begin(), values.end())
                            : seen->finalValues == values;
    if (!agrees)
      disagree("FINAL values: the search sees " + std::to_string(seen->finalValues.size()) +
               ", there are " + std::to_string(values.size()));
  }

private:
  void disagree(const std::string &what) {
    if (agreement.disagreement.empty())
      agreement.disagreement = what;
  }

  [[nodiscard]] StatementPair statementsAt(const LinePair &lines) const {
    const auto first = text_.statementAt(lines.first);
    const auto second = text_.statementAt(lines.second);
    RW_CHECK(first && second);
    return std::minmax(*first, *second);
  }
  [[nodiscard]] std::set<StatementPair> statementsAt(const std::set<LinePair> &all) const {
    std::set<StatementPair> pairs;
    for (const LinePair &lines : all)
      pairs.insert(statementsAt(lines));
    return pairs;
  }

  void judge(const Answer &answer, const Truth &truth) {
    if (answer.kind == Answer::Kind::RaceFree && truth.ambiguous)
      return disagree("WRONG race-free: two accesses are ordered only by a failing trylock");
    if (answer.kind == Answer::Kind::RaceFree && !truth.races.empty())
      return disagree("WRONG race-free: there are races at statements" +
                      toString(statementsOf(truth.races)));
    const std::set<StatementPair> found = statementsAt(answer.races);
    const std::set<StatementPair> truly = statementsOf(truth.races);
    if (!std::includes(truly.begin(), truly.end(), found.begin(), found.end()))
      disagree("WRONG race: the check names" + toString(found) + ", there are" + toString(truly));
  }

  const CText &text_;
  const Program &program_;
  const Reduction reduction_;
};

} // namespace

std::optional<Agreement> compareInC(const Script &wanted, CForm form,
                                    const AgreementOptions &options) {
  const std::optional<Script> script = expressible(wanted);
  if (!script)
    return std::nullopt;
  const bool weak = !isSequentiallyConsistent(*script);
  const Script strong = strengthened(*script);
  const std::optional<Truth> truth = truthOf(strong, options);
  if (!truth)
    return std::nullopt;
  // A final value that is a term would have to be taken apart.
  form.wholeInputs &= !options.everything;
  const CText text = inC(*script, form);
  const Result<Program> program = loadC(text.text, options.dataModel);
  if (!program) {
    Agreement failed;
    failed.disagreement = "does not compile: " + program.error().details;
    return failed;
  }
  Comparison comparison(text, *program, options.reduction);
  const MemoryModel model = weak ? MemoryModel::Sc : MemoryModel::C11;
  comparison.exactly(*truth, model, false);
  if (weak)
    if (const std::optional<Truth> weakTruth = truthOf(*script, options))
      comparison.weakly(*weakTruth);
  const bool valuesAreKnown = !form.wholeInputs && form.storage == Storage::Globals;
  comparison.search(strong, *truth, model, Question::AnyRace, valuesAreKnown);
  if (options.everything) {
    comparison.exactly(*truth, model, true);
    comparison.search(strong, *truth, model, Question::Everything, valuesAreKnown);
  }
  return comparison.agreement;
}

} // namespace raceward::test
