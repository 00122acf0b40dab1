// The competition's task definitions, format version 2:
// https://gitlab.com/sosy-lab/benchmarking/task-definition-format
//
// Besides the reader of witnesses the only file that uses yaml-cpp, which reports errors by
// exceptions: all of them are caught here.

#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/batch/TaskList.h"

#include <filesystem>
#include <optional>
#include <yaml-cpp/yaml.h>

namespace raceward::batch {

namespace fs = std::filesystem;

namespace {

/// A definition is a page of text; a larger file is not one, or an attack on the parser.
constexpr std::size_t kLargestDefinition = std::size_t{1} << 20;

class Definition {
public:
  Definition(const std::string &path, const std::string &shownFolder, const std::string &property,
             TaskList &into)
      : path_(path), shownFolder_(shownFolder), property_(property), into_(into) {}

  Result<void> add(const std::string &text) {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsMap() || !root["format_version"] || !root["input_files"])
      return problem(root, "not a task definition (no format_version and input_files)");
    const std::string version = scalar(root["format_version"]).value_or("");
    if (version != "2" && !version.starts_with("2."))
      return problem(root["format_version"],
                     "format_version '" + version + "' is not supported, only 2.0");
    BatchTask task;
    task.folder = shownFolder_;
    task.file = fs::path(path_).filename().string();
    if (auto inputs = readInputs(root["input_files"], task); !inputs)
      return inputs;
    if (auto options = readOptions(root["options"], task); !options)
      return options;
    return addProperties(root["properties"], task);
  }

private:
  static std::optional<std::string> scalar(const YAML::Node &node) {
    if (!node || !node.IsScalar())
      return std::nullopt;
    return node.Scalar();
  }

  Result<void> readInputs(const YAML::Node &node, BatchTask &task) {
    if (node.IsSequence()) {
      for (const YAML::Node &input : node)
        if (auto added = addInput(input, task); !added)
          return added;
    } else if (auto added = addInput(node, task); !added) {
      return added;
    }
    if (task.inputs.empty())
      return problem(node, "input_files is empty");
    return {};
  }

  Result<void> addInput(const YAML::Node &node, BatchTask &task) {
    const auto name = scalar(node);
    if (!name || name->empty() || name->find('\0') != std::string::npos)
      return problem(node, "input_files must be file names");
    task.inputs.push_back((fs::path(path_).parent_path() / *name).lexically_normal().string());
    return {};
  }

  Result<void> readOptions(const YAML::Node &node, BatchTask &task) {
    if (!node || node.IsNull())
      return {};
    if (!node.IsMap())
      return problem(node, "options must be a map");
    const std::string language = scalar(node["language"]).value_or("C");
    if (language != "C")
      return problem(node["language"], "the language is '" + language + "', not C");
    const std::string model = scalar(node["data_model"]).value_or("ILP32");
    if (model != "ILP32" && model != "LP64")
      return problem(node["data_model"], "the data model is '" + model + "', not ILP32 or LP64");
    task.dataModel = model == "LP64" ? BatchDataModel::Lp64 : BatchDataModel::Ilp32;
    return {};
  }

  Result<void> addProperties(const YAML::Node &node, const BatchTask &common) {
    if (!node || !node.IsSequence())
      return problem(node, "properties must be a list");
    for (const YAML::Node &entry : node) {
      const auto propertyFile = entry.IsMap() ? scalar(entry["property_file"]) : std::nullopt;
      if (!propertyFile)
        return problem(entry, "an entry of properties has no property_file");
      BatchTask task = common;
      task.property = fs::path(*propertyFile).stem().string();
      if (!property_.empty() && task.property != property_) {
        ++into_.otherProperties;
        continue;
      }
      if (const YAML::Node verdict = entry["expected_verdict"]) {
        bool holds = false;
        if (!YAML::convert<bool>::decode(verdict, holds))
          return problem(verdict, "expected_verdict is neither true nor false");
        task.expected = holds ? BatchExpectation::RaceFree : BatchExpectation::Race;
      }
      into_.tasks.push_back(std::move(task));
    }
    return {};
  }

  [[nodiscard]] Unexpected problem(const YAML::Node &node, const std::string &what) const {
    const int line = node && node.Mark().line >= 0 ? node.Mark().line + 1 : 1;
    return fail(Error::Kind::Input,
                sanitizedUtf8(path_ + ":" + std::to_string(line) + ": " + what));
  }

  const std::string &path_;
  const std::string &shownFolder_;
  const std::string &property_;
  TaskList &into_;
};

} // namespace

Result<void> addTaskDefinition(const std::string &path, const std::string &shownFolder,
                               const std::string &property, TaskList &into) {
  const auto text = readFile(path);
  if (!text)
    return fail(text.error());
  if (text->size() > kLargestDefinition)
    return fail(Error::Kind::Input, path + ":1: too large for a task definition");
  try {
    return Definition(path, shownFolder, property, into).add(*text);
  } catch (const YAML::Exception &problem) {
    const int line = problem.mark.line >= 0 ? problem.mark.line + 1 : 1;
    return fail(Error::Kind::Input,
                sanitizedUtf8(path + ":" + std::to_string(line) + ": " + problem.msg));
  } catch (const std::exception &problem) {
    return fail(Error::Kind::Input, sanitizedUtf8(path + ":1: " + problem.what()));
  }
}

} // namespace raceward::batch
