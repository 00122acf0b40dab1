#include "raceward/base/Text.h"
#include "raceward/batch/BatchUi.h"
#include "raceward/batch/Numbers.h"

#include <algorithm>

namespace raceward {

namespace {

using batch::readableSeconds;

/// Splits into characters; each is taken to be one column wide. Control characters become '?': a
/// file name must not control the terminal.
std::vector<std::string> charactersOf(std::string_view text) {
  std::vector<std::string> characters;
  for (const char c : sanitizedUtf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U && !characters.empty())
      characters.back() += c;
    else
      characters.emplace_back(1, byte < 0x20 || byte == 0x7F ? '?' : c);
  }
  return characters;
}

enum class Keep { Begin, End };

std::string fitted(std::string_view text, std::size_t columns, Keep keep) {
  std::vector<std::string> characters = charactersOf(text);
  std::string result;
  if (characters.size() > columns) {
    if (columns == 0)
      return {};
    const auto surplus = static_cast<std::ptrdiff_t>(characters.size() - columns + 1);
    if (keep == Keep::Begin) {
      characters.erase(characters.end() - surplus, characters.end());
      characters.emplace_back("…");
    } else {
      characters.erase(characters.begin(), characters.begin() + surplus);
      characters.insert(characters.begin(), "…");
    }
  }
  for (const std::string &character : characters)
    result += character;
  return result;
}

std::string bar(std::size_t done, std::size_t total, std::size_t columns) {
  const std::size_t full = total == 0 ? columns : columns * done / total;
  std::string text;
  for (std::size_t i = 0; i < columns; ++i)
    text += i < full ? "█" : "░";
  return text;
}

std::string countsLine(const BatchCounts &counts) {
  std::string line = "right " + std::to_string(counts.right()) + "  wrong " +
                     std::to_string(counts.wrong()) + "  unknown " + std::to_string(counts.unknown);
  if (counts.error > 0)
    line += "  errors " + std::to_string(counts.error);
  if (counts.noExpectation > 0)
    line += "  unrated " + std::to_string(counts.noExpectation);
  return line + "  score " + std::to_string(counts.score);
}

} // namespace

std::vector<std::string> renderBatchTable(const BatchProgress &progress, TerminalSize size) {
  std::vector<std::string> lines;
  const std::size_t columns = std::max<std::size_t>(size.columns, 1);
  const std::string done = std::to_string(progress.finished) + "/" + std::to_string(progress.total);
  std::string first = done;
  if (columns >= 60)
    first += " " + bar(progress.finished, progress.total, columns / 4);
  first += "  " + readableSeconds(progress.elapsedSeconds);
  if (progress.remainingSeconds)
    first += ", about " + readableSeconds(*progress.remainingSeconds) + " left";
  if (progress.workers)
    first += ", " + counted(*progress.workers, "worker");
  lines.push_back(fitted(first, columns, Keep::Begin));
  lines.push_back(fitted(countsLine(progress.counts), columns, Keep::Begin));

  // Two lines above, one for the count of hidden tasks, one for the cursor.
  const std::size_t room = size.rows > 5 ? size.rows - 4 : 1;
  const std::size_t shown = std::min(room, progress.running.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const BatchProgress::Running &task = progress.running[i];
    std::string time = readableSeconds(task.seconds);
    time.insert(0, time.size() < 10 ? 10 - time.size() : 0, ' ');
    time += "  ";
    const std::size_t nameColumns = columns > time.size() ? columns - time.size() : 0;
    // The end of a path distinguishes tasks, its beginning is the same for all.
    lines.push_back(fitted(time + fitted(task.name, nameColumns, Keep::End), columns, Keep::Begin));
  }
  if (shown < progress.running.size())
    lines.push_back(
        fitted("          and " + std::to_string(progress.running.size() - shown) + " more running",
               columns, Keep::Begin));
  return lines;
}

} // namespace raceward
