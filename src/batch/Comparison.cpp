#include "raceward/batch/Comparison.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Csv.h"
#include "raceward/batch/Numbers.h"

#include <algorithm>
#include <filesystem>

namespace raceward::batch {

namespace {

using Key = std::pair<std::string, std::string>;

Key keyOf(const std::string &folder, const std::string &file) {
  const std::filesystem::path path(folder);
  return {path.has_filename() ? path.filename().string() : path.parent_path().filename().string(),
          std::filesystem::path(file).stem().string()};
}

std::optional<std::size_t> columnOf(const CsvRow &header, std::string_view name) {
  for (std::size_t i = 0; i < header.cells.size(); ++i)
    if (trim(header.cells[i]) == name)
      return i;
  return std::nullopt;
}

/// "true|correct", "false(no-data-race)|correct-unconfirmed", "TIMEOUT|error" …
///
/// The verdict counts: a right answer with an unconfirmed witness is right here, as a batch does
/// not require confirmed witnesses of Raceward either.
PeerResult parseCompetitionCell(std::string_view cell) {
  const std::size_t bar = cell.rfind('|');
  const std::string_view status = trim(cell.substr(0, bar));
  const std::string_view category =
      bar == std::string_view::npos ? std::string_view() : trim(cell.substr(bar + 1));
  PeerResult result;
  if (status.starts_with("true"))
    result.verdict = BatchVerdict::RaceFree;
  else if (status.starts_with("false"))
    result.verdict = BatchVerdict::Race;
  else
    result.verdict = BatchVerdict::Unknown;
  if (category.starts_with("correct"))
    result.resultClass = BatchClass::Right;
  else if (category.starts_with("wrong"))
    result.resultClass = BatchClass::Wrong;
  else if (category == "unknown")
    result.resultClass = BatchClass::Unknown;
  else
    result.resultClass = BatchClass::Error;
  if (result.resultClass == BatchClass::Error)
    result.verdict = BatchVerdict::Error;
  return result;
}

std::vector<std::string> toolsOf(const CsvRow &header) {
  std::vector<std::string> tools;
  for (const std::string &cell : header.cells)
    if (columnOf(header, std::string(trim(cell)) + "_cpu_s"))
      tools.emplace_back(trim(cell));
  return tools;
}

/// The selected tool, or an Error that lists the tools.
Result<std::string> chooseTool(const std::string &path, const std::string &tool,
                               const std::vector<std::string> &tools) {
  if (std::find(tools.begin(), tools.end(), tool) != tools.end())
    return tool;
  if (tool.empty() && tools.size() == 1)
    return tools.front();
  std::string list;
  for (const std::string &each : tools)
    list += (list.empty() ? "" : ", ") + each;
  if (tool.empty())
    return fail(Error::Kind::Usage,
                "'" + path + "' has the results of several tools: name one to compare with",
                "the tools are: " + list);
  const auto closest = closestMatch(tool, tools);
  return fail(Error::Kind::Usage, "'" + path + "' has no results of a tool '" + tool + "'",
              (closest ? "did you mean '" + *closest + "'? " : std::string()) +
                  "the tools are: " + list);
}

} // namespace

Result<Comparison> Comparison::load(const std::string &path, const std::string &tool) {
  const auto text = readFile(path);
  if (!text)
    return fail(text.error());
  const auto rows = parseCsv(path, *text);
  if (!rows)
    return fail(rows.error());
  if (rows->empty())
    return fail(Error::Kind::Input, path + ":1: the comparison file is empty");

  const CsvRow &header = rows->front();
  Comparison comparison;
  const auto folder = columnOf(header, "folder");
  const auto rowError = [&](const CsvRow &row, const std::string &what) {
    return fail(Error::Kind::Input,
                sanitizedUtf8(path + ":" + std::to_string(row.line) + ": " + what));
  };

  if (const auto task = columnOf(header, "task"); folder && task) {
    const auto chosen = chooseTool(path, tool, toolsOf(header));
    if (!chosen)
      return fail(chosen.error());
    comparison.label_ = *chosen;
    const std::size_t cell = *columnOf(header, *chosen);
    const std::size_t cpu = *columnOf(header, *chosen + "_cpu_s");
    for (std::size_t i = 1; i < rows->size(); ++i) {
      const CsvRow &row = (*rows)[i];
      if (row.cells.size() != header.cells.size())
        return rowError(row, "the row and the header differ in their number of cells");
      PeerResult result = parseCompetitionCell(row.cells[cell]);
      result.cpuSeconds = parseNumber(trim(row.cells[cpu]));
      // The task column is a stem already; a dot in it is part of the name.
      comparison.results_.insert_or_assign(
          Key{keyOf(row.cells[*folder], "").first, std::string(trim(row.cells[*task]))}, result);
    }
    return comparison;
  }

  const auto file = columnOf(header, "file");
  const auto verdict = columnOf(header, "verdict");
  const auto resultClass = columnOf(header, "class");
  const auto cpu = columnOf(header, "cpu_s");
  if (!folder || !file || !verdict || !resultClass || !cpu)
    return rowError(header, "neither a table of tools (folder, task, <tool>, <tool>_cpu_s) nor a "
                            "results.csv of Raceward");
  comparison.label_ = tool.empty() ? "earlier run" : tool;
  for (std::size_t i = 1; i < rows->size(); ++i) {
    const CsvRow &row = (*rows)[i];
    if (row.cells.size() != header.cells.size())
      return rowError(row, "the row and the header differ in their number of cells");
    const auto said = parseVerdict(row.cells[*verdict]);
    const auto worth = parseClass(row.cells[*resultClass]);
    if (!said || !worth)
      return rowError(row, "no verdict and class of Raceward");
    comparison.results_.insert_or_assign(keyOf(row.cells[*folder], row.cells[*file]),
                                         PeerResult{*said, *worth, parseNumber(row.cells[*cpu])});
  }
  return comparison;
}

const PeerResult *Comparison::find(const BatchTask &task) const {
  const auto at = results_.find(keyOf(task.folder, task.file));
  return at == results_.end() ? nullptr : &at->second;
}

} // namespace raceward::batch
