#include "raceward/program/LibraryState.h"

#include <algorithm>

namespace raceward {

std::string symbolOfState(std::string_view state) {
  return "__raceward_state_of_" + std::string(state);
}

std::string nameOfState(std::string_view state) {
  return state == "environment" ? "<environment>" : "<state of " + std::string(state) + ">";
}

std::string nameOfLock(std::string_view lock) {
  std::string words(lock);
  std::ranges::replace(words, '_', ' ');
  return "<lock of " + words + ">";
}

bool isLibraryState(std::string_view name) {
  return !stateNamed(name).empty();
}

std::string stateNamed(std::string_view nameInReports) {
  constexpr std::string_view prefix = "<state of ";
  if (nameInReports.starts_with("<environment>"))
    return "environment";
  const std::size_t end = nameInReports.find('>');
  if (!nameInReports.starts_with(prefix) || end == std::string_view::npos)
    return {};
  return std::string(nameInReports.substr(prefix.size(), end - prefix.size()));
}

} // namespace raceward
