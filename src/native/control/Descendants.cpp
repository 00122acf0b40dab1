#include "Descendants.h"

#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace raceward {

namespace {

/// Children by parent. The name of a process may contain any characters, so that its last bracket
/// counts.
std::multimap<int, int> allProcesses() {
  std::multimap<int, int> childrenOf;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) == 0)
      continue;
    std::ifstream file(entry.path() / "stat");
    std::string line;
    std::getline(file, line);
    const std::size_t bracket = line.rfind(')');
    if (bracket == std::string::npos || bracket + 4 >= line.size())
      continue;
    childrenOf.emplace(std::atoi(line.c_str() + bracket + 4), std::atoi(name.c_str()));
  }
  return childrenOf;
}

} // namespace

void endDescendants(int process) {
  const std::multimap<int, int> childrenOf = allProcesses();
  std::vector<int> found{process};
  for (std::size_t at = 0; at < found.size(); ++at) {
    const auto [first, end] = childrenOf.equal_range(found[at]);
    for (auto child = first; child != end; ++child)
      found.push_back(child->second);
  }
  for (std::size_t at = 1; at < found.size(); ++at)
    kill(found[at], SIGKILL);
}

} // namespace raceward
