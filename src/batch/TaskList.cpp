#include "raceward/batch/TaskList.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Csv.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace raceward::batch {

namespace fs = std::filesystem;

namespace {

std::optional<BatchExpectation> parseExpectation(std::string_view text) {
  if (text.empty() || text == "unknown")
    return BatchExpectation::None;
  if (text == "true")
    return BatchExpectation::RaceFree;
  if (text == "false")
    return BatchExpectation::Race;
  return std::nullopt;
}

std::optional<BatchDataModel> parseDataModel(std::string_view text) {
  if (text.empty() || text == "ILP32")
    return BatchDataModel::Ilp32;
  if (text == "LP64")
    return BatchDataModel::Lp64;
  return std::nullopt;
}

/// A name for the folder of `path`, for a list that names files without one.
std::string nameOfParent(const fs::path &path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().parent_path().filename().string();
}

class CsvList {
public:
  CsvList(const std::string &path, const std::string &property, TaskList &into)
      : path_(path), property_(property), into_(into) {}

  Result<void> load() {
    const auto text = readFile(path_);
    if (!text)
      return fail(text.error());
    const auto rows = parseCsv(path_, *text);
    if (!rows)
      return fail(rows.error());
    if (rows->empty())
      return fail(Error::Kind::Input, path_ + ":1: the task list is empty", kExpectedHeader);
    if (auto header = readHeader(rows->front()); !header)
      return header;
    for (std::size_t i = 1; i < rows->size(); ++i)
      addRow((*rows)[i]);
    return {};
  }

private:
  static constexpr const char *kExpectedHeader =
      "the first row must name the columns: file,property,expected,data_model";

  Result<void> readHeader(const CsvRow &row) {
    width_ = row.cells.size();
    for (std::size_t i = 0; i < width_; ++i)
      columns_.emplace(trim(row.cells[i]), i);
    for (const char *name : {"file", "property", "expected", "data_model"})
      if (!columns_.contains(name))
        return fail(Error::Kind::Input,
                    path_ + ":" + std::to_string(row.line) + ": no column '" + name + "'",
                    kExpectedHeader);
    return {};
  }

  void addRow(const CsvRow &row) {
    if (row.cells.size() != width_)
      return skip(row, "has " + counted(row.cells.size(), "cell") + " where the header has " +
                           std::to_string(width_));
    const auto cell = [&](const char *name) {
      return std::string(trim(row.cells[columns_.find(name)->second]));
    };
    const std::string file = cell("file");
    if (file.empty())
      return skip(row, "names no file");
    if (std::any_of(file.begin(), file.end(), [](unsigned char c) { return c < 0x20; }))
      return skip(row, "has a control character in its file name");
    BatchTask task;
    task.property = cell("property");
    if (task.property.empty())
      return skip(row, "names no property");
    const auto expected = parseExpectation(cell("expected"));
    if (!expected)
      return skip(row, "expects '" + cell("expected") + "', which is not true, false or empty");
    const auto dataModel = parseDataModel(cell("data_model"));
    if (!dataModel)
      return skip(row, "has the data model '" + cell("data_model") + "', not ILP32 or LP64");
    if (!property_.empty() && task.property != property_) {
      ++into_.otherProperties;
      return;
    }
    const fs::path list(path_);
    const fs::path relative(file);
    task.folder = relative.has_parent_path() ? relative.parent_path().lexically_normal().string()
                                             : nameOfParent(list);
    task.file = relative.filename().string();
    task.inputs = {(list.parent_path() / relative).lexically_normal().string()};
    task.expected = *expected;
    task.dataModel = *dataModel;
    into_.tasks.push_back(std::move(task));
  }

  void skip(const CsvRow &row, const std::string &why) {
    into_.warnings.push_back(
        sanitizedUtf8(path_ + ":" + std::to_string(row.line) + ": row skipped: it " + why));
  }

  const std::string &path_;
  const std::string &property_;
  TaskList &into_;
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::size_t width_ = 0;
};

bool isYaml(const fs::path &path) {
  return path.extension() == ".yml" || path.extension() == ".yaml";
}

Result<void> addFolder(const std::string &folder, const std::string &property, TaskList &into) {
  std::vector<fs::path> definitions;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code unreadable;
    if (at->is_regular_file(unreadable) && isYaml(at->path()))
      definitions.push_back(at->path());
  }
  if (error)
    return fail(Error::Kind::Input, "cannot search '" + folder + "': " + error.message());
  // The order of directory entries differs between file systems.
  std::sort(definitions.begin(), definitions.end());
  if (definitions.empty())
    into.warnings.push_back("'" + folder + "' holds no task definitions (*.yml)");
  for (const fs::path &path : definitions) {
    const fs::path inside = path.parent_path().lexically_relative(folder);
    const std::string shown =
        inside.empty() || inside == "." ? nameOfParent(path) : inside.string();
    // In a folder, a file that is not a task is not a reason to stop.
    if (auto added = addTaskDefinition(path.string(), shown, property, into); !added)
      into.warnings.push_back(added.error().message + "; skipped");
  }
  return {};
}

Result<void> addNamed(const std::string &name, const std::string &property, TaskList &into) {
  std::error_code ignored;
  if (fs::is_directory(name, ignored))
    return addFolder(name, property, into);
  const fs::path path(name);
  if (isYaml(path))
    return addTaskDefinition(name, nameOfParent(path), property, into);
  if (path.extension() == ".csv")
    return CsvList(name, property, into).load();
  if (!fs::exists(path, ignored))
    return fail(Error::Kind::Input, "no file or folder '" + name + "'");
  return fail(Error::Kind::Usage, "'" + name + "' is not a list of tasks",
              "name a .csv list, a .yml task definition or a folder of these; a single program "
              "is for 'raceward check'");
}

/// The same task twice would count twice.
void dropRepeated(TaskList &list) {
  std::set<std::string> seen;
  std::vector<BatchTask> kept;
  for (BatchTask &task : list.tasks) {
    if (seen.insert(task.key()).second)
      kept.push_back(std::move(task));
    else
      list.warnings.push_back("'" + task.name() + "' is listed more than once; it runs once");
  }
  list.tasks = std::move(kept);
}

} // namespace

Result<TaskList> loadTasks(const std::vector<std::string> &names, const std::string &property) {
  TaskList list;
  for (const std::string &name : names)
    if (auto added = addNamed(name, property, list); !added)
      return fail(added.error());
  dropRepeated(list);
  return list;
}

} // namespace raceward::batch
