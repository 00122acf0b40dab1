#include "SchedulePicture.h"

#include "RaceStory.h"
#include "raceward/model/RunFacts.h"
#include "text/Glyphs.h"
#include "text/SourceFiles.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <set>

namespace raceward {
namespace {

constexpr std::size_t kNarrowestColumn = 18;
constexpr std::size_t kLinesAtTheStart = 6;
constexpr std::string_view kPictureIndent = "  ";
constexpr std::string_view kRacing = "> "; ///< as wide as kNoMark
constexpr std::string_view kNoMark = "  ";
constexpr std::string_view kCutMark = "..";

struct Row {
  std::uint32_t thread = 0;
  std::string text;
  std::string value;     ///< the content of memory afterwards; may be empty
  std::size_t steps = 1; ///< number of equal consecutive steps
  bool racing = false;
};

std::string fitted(const std::string &text, std::size_t width) {
  if (displayWidth(text) <= width)
    return text;
  std::string cut;
  std::size_t used = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const Glyph glyph = firstGlyph(rest);
    if (used + glyph.width + kCutMark.size() > width)
      break;
    cut += glyph.text;
    used += glyph.width;
    rest.remove_prefix(glyph.bytes);
  }
  return cut + std::string(kCutMark.substr(0, width - used));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = displayWidth(text);
  return text.append(used < width ? width - used : 0, ' ');
}

class RowMaker {
public:
  explicit RowMaker(const Evidence &run) : run_(run) {
    std::set<std::string> files;
    for (const EvidenceStep &step : run.steps)
      if (step.at.known() && !isQuiet(step))
        files.insert(step.at.file);
    severalFiles_ = files.size() > 1;
  }

  [[nodiscard]] std::vector<Row> rows() const {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < run_.steps.size(); ++i) {
      const EvidenceStep &step = run_.steps[i];
      const bool racing = i == run_.firstAccess || i + 1 == run_.steps.size();
      if (isQuiet(step) && !racing)
        continue;
      Row row{step.thread, textOf(step), valueOf(step), 1, racing};
      const bool repeats = !rows.empty() && !racing && !rows.back().racing &&
                           rows.back().thread == row.thread && rows.back().text == row.text &&
                           rows.back().value == row.value;
      if (repeats)
        ++rows.back().steps;
      else
        rows.push_back(std::move(row));
    }
    return rows;
  }

private:
  [[nodiscard]] std::string textOf(const EvidenceStep &step) const {
    std::string text;
    if (step.at.known()) {
      if (severalFiles_)
        text += baseName(step.at.file) + ":";
      text += std::to_string(step.at.line) + ": ";
    }
    text += toString(step.action);
    if (step.target)
      text += " " + threadLabel(*step.target);
    else if (!step.object.empty())
      text += " " + step.object;
    else if (!step.call.empty()) // state of the library
      text += " by " + step.call + "()";
    return printable(text);
  }

  [[nodiscard]] static std::string valueOf(const EvidenceStep &step) {
    return step.accesses.size() == 1 ? printable(step.accesses.front().value) : std::string();
  }

  const Evidence &run_;
  bool severalFiles_ = false;
};

/// Drops the value before it cuts the text.
std::string cellOf(const Row &row, std::size_t room) {
  const std::string times = row.steps > 1 ? " (" + withThousands(row.steps) + " times)" : "";
  const std::string lead = std::string(row.racing ? kRacing : kNoMark) + row.text;
  const std::string full = lead + (row.value.empty() ? "" : " = " + row.value) + times;
  return displayWidth(full) <= room ? full : fitted(lead + times, room);
}

std::string headerOf(const Evidence &run, std::uint32_t thread) {
  return threadLabel(thread) + " " + printable(run.threads[thread].function);
}

/// Threads with a step in the picture, in the order of their numbers.
std::vector<std::uint32_t> threadsIn(const std::vector<Row> &rows) {
  std::set<std::uint32_t> threads;
  for (const Row &row : rows)
    threads.insert(row.thread);
  return {threads.begin(), threads.end()};
}

std::size_t widestCell(const Evidence &run, const std::vector<Row> &rows) {
  std::size_t widest = 0;
  for (const Row &row : rows)
    widest = std::max({widest, displayWidth(cellOf(row, SIZE_MAX)),
                       kNoMark.size() + displayWidth(headerOf(run, row.thread))});
  return widest;
}

std::string inColumns(const Row &row, const std::vector<std::uint32_t> &threads,
                      std::size_t column) {
  const auto at = std::find(threads.begin(), threads.end(), row.thread) - threads.begin();
  return std::string(kPictureIndent) + std::string(static_cast<std::size_t>(at) * column, ' ') +
         cellOf(row, column);
}

std::string inAList(const Row &row, std::size_t width) {
  const std::string lead = std::string(kPictureIndent) + padded(threadLabel(row.thread), 4);
  return fitted(lead + cellOf(row, width - std::min(width, lead.size())), width);
}

std::string leftOut(const std::vector<Row> &rows, std::size_t from, std::size_t to) {
  std::uint64_t steps = 0;
  for (std::size_t i = from; i < to; ++i)
    steps += rows[i].steps;
  return std::string(kPictureIndent) + std::string(kNoMark) + "... " + counted(steps, "more step");
}

} // namespace

std::vector<std::string> schedulePicture(const Evidence &run, const PictureOptions &options) {
  const std::vector<Row> rows = RowMaker(run).rows();
  const std::vector<std::uint32_t> threads = threadsIn(rows);
  if (threads.empty())
    return {};
  const std::size_t room = options.width - kPictureIndent.size();
  std::size_t column = room / threads.size();
  const bool columns = column >= kNarrowestColumn;
  column = std::min(column, widestCell(run, rows) + 1);

  std::vector<std::string> lines;
  if (columns) {
    std::string header(kPictureIndent);
    for (const std::uint32_t thread : threads)
      header += padded(fitted(std::string(kNoMark) + headerOf(run, thread), column - 1), column);
    lines.push_back(header.substr(0, header.find_last_not_of(' ') + 1));
  } else {
    for (const std::uint32_t thread : threads)
      lines.push_back(fitted(std::string(kPictureIndent) + headerOf(run, thread), options.width));
  }
  const std::size_t most = std::max(options.mostLines, kLinesAtTheStart + 2);
  const bool tooLong = rows.size() > most;
  const std::size_t resume = tooLong ? rows.size() - (most - kLinesAtTheStart - 1) : 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (tooLong && i == kLinesAtTheStart) {
      lines.push_back(leftOut(rows, i, resume));
      i = resume;
    }
    lines.push_back(columns ? inColumns(rows[i], threads, column)
                            : inAList(rows[i], options.width));
  }
  return lines;
}

std::vector<std::string> picturesSideBySide(const Evidence &left, const Evidence &right,
                                            const PictureOptions &options) {
  const std::size_t half = options.width / 2;
  const std::array<std::vector<Row>, 2> rows{RowMaker(left).rows(), RowMaker(right).rows()};
  const std::size_t longest = std::max(rows[0].size(), rows[1].size());
  // Both runs begin alike and end with the difference: of long runs the beginning is left out.
  const std::size_t most = std::min(longest, options.mostLines);
  std::vector<std::string> lines;
  if (most < longest)
    lines.push_back(leftOut(rows[0].size() == longest ? rows[0] : rows[1], 0, longest - most));
  for (std::size_t i = longest - most; i < longest; ++i) {
    std::string line;
    if (i < rows[0].size())
      line = inAList(rows[0][i], half - 1);
    if (i < rows[1].size())
      line = padded(std::move(line), half) + inAList(rows[1][i], half);
    lines.push_back(std::move(line));
  }
  return lines;
}

} // namespace raceward
