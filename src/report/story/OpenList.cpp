#include "OpenList.h"

#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward {
namespace {

bool isOf(const OpenVariable &variable, const AccessSite &site) {
  return !site.variable.empty() && site.variable == variable.name;
}

/// The name that both accesses use says more than that of the record.
std::string objectOf(const OpenVariable &variable) {
  const bool isOneName = variable.first.name == variable.second.name;
  return isOneName && !variable.first.name.empty() ? variable.first.name : variable.name;
}

/// The likeliest pair first: it leads.
ShownFinding findingOf(const OpenVariable &variable, const std::vector<OpenSuspect> &open) {
  const std::string object = objectOf(variable);
  std::vector<OpenSuspect> pairs{{variable.first, variable.second, object}};
  for (const OpenSuspect &each : open)
    if (isOf(variable, each.first) && isOf(variable, each.second))
      pairs.push_back({each.first, each.second, object});
  return findingsOf(pairs).front();
}

/// "cache.c:88, 91 and list.c:3"
std::string placesOf(const std::vector<AccessSite> &sites) {
  std::vector<std::string> words;
  std::string file;
  for (const AccessSite &site : sites) {
    std::string place = site.at.file == file ? std::to_string(site.at.line)
                                             : site.at.file + ":" + std::to_string(site.at.line);
    file = site.at.file;
    if (site.at.known() && std::ranges::find(words, place) == words.end())
      words.push_back(std::move(place));
  }
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
  if (variables.count > 1 || variables.mixedUp > 0)
    lines.push_back(counted(variables.count, "variable") + " may race" +
                    (shown < variables.count
                         ? "; " + withThousands(variables.count - shown) + " of them not shown"
                         : ""));
  if (variables.mixedUp > 0)
    lines.push_back("accesses to " + counted(variables.mixedUp, "other variable") +
                    " could only meet those to another one, where pointers are not told apart");
  return lines;
}

} // namespace raceward
