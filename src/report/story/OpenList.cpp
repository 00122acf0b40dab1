#include "OpenList.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace raceward {
namespace {

bool isOf(const OpenVariable &variable, const AccessSite &site) {
  return !site.variable.empty() && site.variable == variable.name;
}

/// The likeliest pair first: it leads.
ShownFinding findingOf(const OpenVariable &variable, const std::vector<OpenSuspect> &open) {
  const std::string object = nameOfSuspect(variable.first, variable.second, variable.name);
  std::vector<OpenSuspect> pairs{{variable.first, variable.second, object}};
  for (const OpenSuspect &each : open)
    if (isOf(variable, each.first) && isOf(variable, each.second))
      pairs.push_back({each.first, each.second, object});
  return findingsOf(pairs).front();
}

/// "cache.c:88, 91 and list.c:3"
std::string placesOf(const std::vector<AccessSite> &sites) {
  std::set<std::pair<std::string, std::uint32_t>> lines;
  for (const AccessSite &site : sites)
    if (site.at.known())
      lines.insert({site.at.file, site.at.line});
  std::vector<std::string> words;
  std::string file;
  for (const auto &[name, line] : lines)
    words.push_back(lineAfter(file, {name, line, 0}));
  return listed(words);
}

std::string lockWords(const UsualLock &lock) {
  if (lock.name.empty())
    return {};
  if (lock.without.empty())
    return "all " + counted(lock.places, "access", "accesses") + " hold " + lock.name +
           ", perhaps of different objects";
  const std::string places = placesOf(lock.without);
  const std::size_t more = lock.places - lock.holds - lock.without.size();
  return withThousands(lock.holds) + " of " + counted(lock.places, "access", "accesses") +
         " hold " + lock.name + (places.empty() ? "" : ", but not " + places) +
         (more > 0 ? " and " + counted(more, "other") : "");
}

} // namespace

std::vector<ShownVariable> openVariablesOf(const Ledger &ledger, std::size_t most) {
  std::vector<ShownVariable> shown;
  for (const OpenVariable &variable : ledger.variables.listed) {
    if (shown.size() == most)
      break;
    shown.push_back({findingOf(variable, ledger.open), lockWords(variable.lock)});
  }
  return shown;
}

std::vector<std::string> countsOfOpen(const OpenVariables &variables, std::size_t shown) {
  std::vector<std::string> lines;
  const std::uint64_t all = std::max(variables.shared, variables.count);
  if (all > 1)
    lines.push_back((all > variables.count ? withThousands(variables.count) + " of " : "") +
                    counted(all, "shared variable") + " may race" +
                    (shown < variables.count
                         ? "; " + withThousands(variables.count - shown) + " of them not shown"
                         : ""));
  if (variables.mixedUp > 0)
    lines.push_back("accesses to " + counted(variables.mixedUp, "other variable") +
                    " could only meet those to another one, where pointers are not told apart");
  return lines;
}

} // namespace raceward
