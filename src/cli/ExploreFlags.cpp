#include "ExploreFlags.h"

#include "Suggest.h"
#include "Values.h"

#include <array>
#include <utility>

namespace raceward {

Result<Reduction> reductionFrom(const std::string &text) {
  if (text.empty())
    return ExploreOptions{}.reduction;
  if (const std::optional<Reduction> reduction = reductionNamed(text))
    return *reduction;
  std::vector<std::string> choices;
  for (const ReductionRow &row : reductions())
    choices.emplace_back(row.name);
  return badChoice("--reduction", text, choices);
}

namespace {

/// Whether provers take part.
Result<bool> proversFrom(const std::string &text) {
  static const std::array<std::string, 2> choices{"all", "none"};
  if (text.empty() || text == choices[0])
    return true;
  if (text == choices[1])
    return false;
  return badChoice("--provers", text, choices);
}

} // namespace

Result<Pruning> pruningFrom(const std::string &text) {
  static const std::array<std::string, 3> choices{"none", "published", "lockset"};
  constexpr std::array values{Pruning::None, Pruning::Published, Pruning::Lockset};
  if (text.empty())
    return ExploreOptions{}.pruning;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (text == choices[i])
      return values[i];
  return badChoice("--prune", text, choices);
}

void ExploreFlags::declare(OptionParser &parser) {
  using Use = OptionParser::Use;
  parser
      .value("--explore-time", "T", seconds_,
             "execute schedules for T: 60 s, or as --time-limit says")
      .harmless();
  parser.flag("--all-races", allRaces_, "go on after the first race").harmless();
  parser
      .flag("--failing-allocation", failingAllocation_,
            "malloc and its relatives may give null, at each call", Use::Rare)
      .harmless();
  parser
      .value("--hunt-time", "T", huntSeconds_,
             "hunt for races in single runs for T first (2 s at most)", Use::Rare)
      .harmless();
  parser.value("--seed", "N", seed_, "of hunting (1)", Use::Rare).harmless();
  parser.value("--loop-bound", "N", loopBound_, "follow N iterations of each loop only", Use::Rare)
      .harmless();
  parser.value("--thread-bound", "N", threadBound_, "let N threads be created only", Use::Rare)
      .harmless();
  parser
      .value("--provers", "P", provers_, "all (default), or none: execute every access", Use::Rare)
      .harmless();
  parser
      .value("--reduction", "R", reduction_, "none, classic, source (default) or optimal",
             Use::Rare)
      .harmless();
  parser.value("--prune", "P", pruning_, "none (default), published or lockset", Use::Rare);
}

Result<ExploreOptions> ExploreFlags::options() const {
  ExploreOptions options;
  const Result<std::optional<double>> seconds = secondsFrom("--explore-time", seconds_);
  if (!seconds)
    return fail(seconds.error());
  options.seconds = *seconds;
  const Result<std::optional<double>> hunting = secondsFrom("--hunt-time", huntSeconds_);
  if (!hunting)
    return fail(hunting.error());
  options.huntSeconds = *hunting;
  const Result<std::uint32_t> seed = countFrom("--seed", seed_);
  if (!seed)
    return fail(seed.error());
  if (!seed_.empty())
    options.seed = *seed;
  const Result<std::uint32_t> loops = countFrom("--loop-bound", loopBound_);
  if (!loops)
    return fail(loops.error());
  options.loopBound = *loops;
  const Result<std::uint32_t> threads = countFrom("--thread-bound", threadBound_);
  if (!threads)
    return fail(threads.error());
  options.threadBound = *threads;
  const Result<bool> provers = proversFrom(provers_);
  if (!provers)
    return fail(provers.error());
  options.provers = *provers;
  const Result<Reduction> reduction = reductionFrom(reduction_);
  if (!reduction)
    return fail(reduction.error());
  options.reduction = *reduction;
  const Result<Pruning> pruning = pruningFrom(pruning_);
  if (!pruning)
    return fail(pruning.error());
  options.pruning = *pruning;
  options.allRaces = allRaces_;
  options.failingAllocation = failingAllocation_;
  return options;
}

std::vector<std::string> ExploreFlags::words() const {
  std::vector<std::string> words;
  const std::array<std::pair<const char *, const std::string *>, 8> values{
      {{"--explore-time", &seconds_},
       {"--hunt-time", &huntSeconds_},
       {"--seed", &seed_},
       {"--loop-bound", &loopBound_},
       {"--thread-bound", &threadBound_},
       {"--provers", &provers_},
       {"--reduction", &reduction_},
       {"--prune", &pruning_}}};
  for (const auto &[name, value] : values)
    if (!value->empty())
      words.insert(words.end(), {name, *value});
  if (allRaces_)
    words.emplace_back("--all-races");
  if (failingAllocation_)
    words.emplace_back("--failing-allocation");
  return words;
}

} // namespace raceward
