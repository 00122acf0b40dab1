#include "Findings.h"

#include "RaceStory.h"
#include "raceward/model/MainArguments.h"

#include <map>
#include <tuple>
#include <utility>

namespace raceward {
namespace {

struct ShownPair {
  std::string object;
  ShownAccess first;
  ShownAccess second;
  const Conviction *race = nullptr; ///< if there is a run
  int harmRank = 0;
};

using LineKey = std::tuple<std::string, std::uint32_t>;

/// Sites without a position are distinguished by function and name, or all of them would merge.
LineKey lineOf(const AccessSite &site) {
  if (site.at.known())
    return {site.at.file, site.at.line};
  return {site.function + "\n" + site.name, 0};
}

/// Writes lead, since the reader looks for the code that changes the object; then the order of the
/// text. The order within a suspect has no meaning.
bool leads(const AccessSite &a, const AccessSite &b) {
  if (writes(a.kind) != writes(b.kind))
    return writes(a.kind);
  return a.at < b.at;
}

/// A more harmful race must not be hidden behind a less harmful one.
int harmRank(const Harm &harm) {
  switch (harm.answer) {
  case Harm::Answer::Harmful:
    return 3;
  case Harm::Answer::Undecided:
    return 2;
  case Harm::Answer::Benign:
    return 1;
  case Harm::Answer::NotAsked:
    break;
  }
  return 0;
}

/// By harm, then pairs with a run, then pairs with two writes.
std::tuple<int, bool, int> weightOf(const ShownPair &pair) {
  return {pair.harmRank, pair.race != nullptr,
          int{writes(pair.first.site.kind)} + int{writes(pair.second.site.kind)}};
}

/// Keeps the most informative of several pairs on the same lines.
class PairsByLines {
public:
  void add(ShownPair pair) {
    if (leads(pair.second.site, pair.first.site))
      std::swap(pair.first, pair.second);
    LineKey low = lineOf(pair.first.site);
    LineKey high = lineOf(pair.second.site);
    if (high < low)
      std::swap(low, high);
    const auto [known, isNew] = indices_.try_emplace({pair.object, low, high}, pairs_.size());
    if (isNew)
      pairs_.push_back(std::move(pair));
    else if (weightOf(pair) > weightOf(pairs_[known->second]))
      pairs_[known->second] = std::move(pair);
  }

  std::vector<ShownPair> take() { return std::move(pairs_); }

private:
  std::map<std::tuple<std::string, LineKey, LineKey>, std::size_t> indices_;
  std::vector<ShownPair> pairs_;
};

ShownFinding findingOf(ShownPair pair) {
  return {std::move(pair.object), std::move(pair.first), {std::move(pair.second)}, pair.race};
}

ShownPair shown(const Conviction &c) {
  ShownPair pair{objectOf(c), {c.first, c.firstThread, {}, 0}, {c.second, c.secondThread, {}, 0}};
  pair.harmRank = harmRank(c.harm);
  if (!c.run.steps.empty()) {
    pair.race = &c;
    pair.first.step = c.run.firstAccess;
    pair.second.step = static_cast<std::uint32_t>(c.run.steps.size() - 1);
    pair.first.number = c.run.steps[pair.first.step].thread;
    pair.second.number = c.run.steps[pair.second.step].thread;
  }
  return pair;
}

} // namespace

std::string objectOf(const Conviction &conviction) {
  return conviction.first.name.empty() ? conviction.second.name : conviction.first.name;
}

std::string quoted(const std::string &name) {
  return "'" + name + "'";
}

std::string threadWords(const ShownAccess &access) {
  return "thread " + (access.number ? threadLabel(*access.number) : quoted(access.thread));
}

std::string accessDetails(const AccessSite &site, const std::string &object) {
  std::string text;
  if (!site.name.empty() && site.name != object)
    text += " of " + quoted(site.name);
  if (!site.call.empty())
    text += " by " + site.call + "()";
  if (!site.function.empty())
    text += " in " + quoted(site.function);
  return text;
}

std::string inputWords(const GivenInput &input) {
  if (input.source.empty())
    return "what was never written here is " + input.value;
  if (input.source.starts_with(kArgumentCount) || input.source.starts_with(kArgumentText))
    return input.source + " is " + input.value;
  // The same words as in World.h of the machine.
  if (constexpr std::string_view fails = " fails"; input.source.ends_with(fails)) {
    const std::string what = input.source.substr(0, input.source.size() - fails.size());
    return (what.find(' ') != std::string::npos ? what : what + "()") +
           (input.value == "0" ? " succeeds" : " fails");
  }
  if (input.source.ends_with(" arrives")) // a signal (Interrupts.cpp of the machine)
    return input.value == "0" ? "no " + input.source : input.source;
  // A port includes its number.
  return input.source + (input.source.ends_with(')') ? " gives " : "() gives ") + input.value;
}

bool onOneLine(const AccessSite &a, const AccessSite &b) {
  return lineOf(a) == lineOf(b);
}

std::vector<ShownFinding> findingsOf(std::span<const Conviction> convictions) {
  PairsByLines pairs;
  for (const Conviction &c : convictions)
    pairs.add(shown(c));
  std::vector<ShownFinding> findings;
  for (ShownPair &pair : pairs.take())
    findings.push_back(findingOf(std::move(pair)));
  return findings;
}

std::vector<ShownFinding> findingsOf(std::span<const OpenSuspect> suspects) {
  PairsByLines pairs;
  for (const OpenSuspect &s : suspects)
    pairs.add({s.object, {s.first, {}, {}, 0}, {s.second, {}, {}, 0}});

  std::vector<ShownFinding> findings;
  std::map<std::tuple<std::string, LineKey>, std::size_t> indices;
  for (ShownPair &pair : pairs.take()) {
    const auto [known, isNew] =
        indices.try_emplace({pair.object, lineOf(pair.first.site)}, findings.size());
    if (isNew)
      findings.push_back(findingOf(std::move(pair)));
    else
      findings[known->second].partners.push_back(std::move(pair.second));
  }
  return findings;
}

} // namespace raceward
