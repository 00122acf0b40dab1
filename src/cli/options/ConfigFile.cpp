#include "options/ConfigFile.h"

#include "raceward/base/Text.h"

#include <yaml-cpp/yaml.h>

#include <set>

namespace raceward {

namespace {

constexpr const char *kForm = "write one option on each line, as in 'time-limit: 60s'";

std::uint32_t lineOf(const YAML::Mark &mark) {
  return mark.line >= 0 ? static_cast<std::uint32_t>(mark.line) + 1 : 1;
}

class ConfigReader {
public:
  explicit ConfigReader(const std::string &path) : path_(path) {}

  Result<std::vector<ConfigEntry>> read(const std::string &text) {
    std::vector<ConfigEntry> entries;
    const YAML::Node document = YAML::Load(text);
    // yaml-cpp takes some texts that are not YAML for an empty document.
    if (document.IsNull() && hasOnlyComments(text))
      return entries;
    if (!document.IsMap())
      return problem(document, "this is not a list of options");
    std::set<std::string> seen;
    for (const auto &node : document) {
      Result<ConfigEntry> entry = readEntry(node.first, node.second);
      if (!entry)
        return fail(entry.error());
      if (!seen.insert(entry->key).second)
        return problem(node.first, "'" + entry->key + "' is there twice");
      entries.push_back(std::move(*entry));
    }
    return entries;
  }

  [[nodiscard]] Unexpected problem(std::uint32_t line, const std::string &what) const {
    return fail(Error::Kind::Usage, path_ + ":" + std::to_string(line) + ": " + what, kForm);
  }

private:
  [[nodiscard]] Unexpected problem(const YAML::Node &node, const std::string &what) const {
    return problem(lineOf(node.Mark()), what);
  }

  Result<ConfigEntry> readEntry(const YAML::Node &key, const YAML::Node &value) const {
    if (!key.IsScalar())
      return problem(key, "this is not the name of an option");
    ConfigEntry entry{key.Scalar(), {}, lineOf(key.Mark())};
    if (value.IsScalar()) {
      entry.values = {value.Scalar()};
      return entry;
    }
    if (!value.IsSequence())
      return problem(key, "'" + entry.key + "' needs a value");
    for (const YAML::Node &item : value) {
      if (!item.IsScalar())
        return problem(item, "'" + entry.key + "' needs texts");
      entry.values.push_back(item.Scalar());
    }
    return entry;
  }

  const std::string &path_;
};

} // namespace

Result<std::vector<ConfigEntry>> parseConfig(const std::string &path, const std::string &text) {
  ConfigReader reader(path);
  try {
    return reader.read(text);
  } catch (const YAML::Exception &problem) {
    return reader.problem(lineOf(problem.mark), problem.msg);
  } catch (const std::exception &problem) {
    return reader.problem(1, problem.what());
  }
}

} // namespace raceward
