#include "RaceGroups.h"

#include "raceward/base/Text.h"

#include <map>
#include <set>

namespace raceward {
namespace {

constexpr std::size_t kLinesNamed = 6;

/// Only if all lines are in one file.
std::string linesOf(const RaceGroup &group) {
  std::set<std::uint32_t> lines;
  const std::string &file = group.races.front().lead.site.at.file;
  const auto add = [&](const ShownAccess &access) {
    lines.insert(access.site.at.file == file ? access.site.at.line : 0);
  };
  for (const ShownFinding &race : group.races) {
    add(race.lead);
    for (const ShownAccess &partner : race.partners)
      add(partner);
  }
  if (lines.contains(0) || lines.size() > kLinesNamed)
    return {};
  std::vector<std::string> words;
  for (const std::uint32_t line : lines)
    words.push_back(std::to_string(line));
  return std::string(words.size() == 1 ? ", on line " : ", on lines ") + listed(words);
}

} // namespace

std::vector<RaceGroup> groupedByVariable(std::vector<ShownFinding> races) {
  std::map<std::string, std::size_t> indices;
  std::vector<RaceGroup> groups;
  for (ShownFinding &race : races) {
    const auto [known, isNew] = indices.try_emplace(race.object, groups.size());
    if (isNew)
      groups.push_back({race.object, {}});
    groups[known->second].races.push_back(std::move(race));
  }
  return groups;
}

std::string headingOf(const RaceGroup &group, std::size_t groups) {
  if (groups == 1 && group.races.size() == 1)
    return {};
  return counted(group.races.size(), "data race") +
         (group.object.empty() ? " on memory without a name" : " on '" + group.object + "'") +
         linesOf(group);
}

} // namespace raceward
