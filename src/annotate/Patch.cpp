#include "raceward/annotate/Patch.h"

#include <algorithm>
#include <vector>

namespace raceward {

namespace {

constexpr std::size_t kContext = 3;

/// Lines with their ends, so that one without is told apart.
std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

/// One step from the old text to the new one.
struct Step {
  char kind = ' '; ///< ' ', '-' or '+'
  std::string_view line;
};

/// Annotations insert words in lines, and a few lines: the next line that is equal is found near.
std::vector<Step> stepsBetween(const std::vector<std::string_view> &before,
                               const std::vector<std::string_view> &after) {
  std::vector<Step> steps;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() || j < after.size()) {
    if (i < before.size() && j < after.size() && before[i] == after[j]) {
      steps.push_back({' ', before[i]});
      ++i;
      ++j;
      continue;
    }
    // Lines that were added stand where as many lines later the old text goes on.
    const std::size_t added = after.size() - j - (before.size() - i);
    std::size_t more = 0;
    if (after.size() - j > before.size() - i)
      for (std::size_t k = 1; k <= added && more == 0; ++k)
        if (i == before.size() || (j + k < after.size() && before[i] == after[j + k]))
          more = k;
    if (more > 0) {
      for (; more > 0; --more)
        steps.push_back({'+', after[j++]});
      continue;
    }
    const std::size_t start = j;
    for (; i < before.size() && j < after.size() && before[i] != after[j]; ++i, ++j)
      steps.push_back({'-', before[i]});
    for (std::size_t k = start; k < j; ++k)
      steps.push_back({'+', after[k]});
    if (start == j) { // one of the two is at its end
      for (; i < before.size(); ++i)
        steps.push_back({'-', before[i]});
      for (; j < after.size(); ++j)
        steps.push_back({'+', after[j]});
    }
  }
  return steps;
}

std::string rangeOf(std::size_t first, std::size_t count) {
  // A range without lines is named after the line before it.
  return std::to_string(count == 0 ? first : first + 1) +
         (count == 1 ? "" : "," + std::to_string(count));
}

} // namespace

std::string unifiedDiff(const std::string &name, std::string_view before, std::string_view after,
                        bool isNew) {
  if (before == after)
    return {};
  const std::vector<Step> steps = stepsBetween(linesOf(before), linesOf(after));
  std::string text =
      (isNew ? std::string("--- /dev/null\n") : "--- a/" + name + "\n") + "+++ b/" + name + "\n";
  std::size_t oldLine = 0;
  std::size_t newLine = 0;
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t change = i;
    while (change < steps.size() && steps[change].kind == ' ')
      ++change;
    if (change == steps.size())
      break;
    const std::size_t start = change - std::min(kContext, change - i);
    oldLine += start - i;
    newLine += start - i;
    // Until there are more equal lines than two hunks have in common.
    std::size_t end = change;
    for (std::size_t k = change; k < steps.size() && k - end <= 2 * kContext; ++k)
      if (steps[k].kind != ' ')
        end = k + 1;
    end = std::min(end + kContext, steps.size());
    std::size_t oldCount = 0;
    std::size_t newCount = 0;
    std::string lines;
    for (std::size_t k = start; k < end; ++k) {
      oldCount += steps[k].kind != '+' ? 1 : 0;
      newCount += steps[k].kind != '-' ? 1 : 0;
      lines += steps[k].kind;
      lines += steps[k].line;
      if (!steps[k].line.ends_with('\n'))
        lines += "\n\\ No newline at end of file\n";
    }
    text +=
        "@@ -" + rangeOf(oldLine, oldCount) + " +" + rangeOf(newLine, newCount) + " @@\n" + lines;
    oldLine += oldCount;
    newLine += newCount;
    i = end;
  }
  return text;
}

} // namespace raceward
