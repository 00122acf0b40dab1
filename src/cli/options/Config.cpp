#include "options/Config.h"

#include "options/ConfigFile.h"
#include "options/Suggest.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace raceward {

namespace {

namespace fs = std::filesystem;

/// The owner is the user, root, or the owner of the folder that the user chose to work in.
bool isTrusted(const std::string &path) {
  struct stat file{};
  struct stat here{};
  if (::stat(path.c_str(), &file) != 0 || ::stat(".", &here) != 0)
    return false;
  return file.st_uid == ::geteuid() || file.st_uid == 0 || file.st_uid == here.st_uid;
}

/// Names in the file are relative to its folder.
void makeRelativeTo(const std::string &config, std::vector<std::string> &values) {
  const fs::path folder = fs::path(config).parent_path();
  for (std::string &value : values)
    if (value != "-" && !value.empty() && fs::path(value).is_relative())
      value = (folder / value).string();
}

const OptionRow *rowWithName(const OptionParser &parser, const std::string &name) {
  for (const OptionRow *row : parser.rows())
    if (std::ranges::find(row->names, name) != row->names.end())
      return row;
  return nullptr;
}

/// The row of --library-model, if that is what the values of another option are.
const OptionRow *rowOfModelFiles(const OptionParser &parser, const OptionRow &row,
                                 const std::vector<std::string> &values) {
  if (!row.traits.takesModelFiles || values.empty() || !std::ranges::all_of(values, isModelFile))
    return nullptr;
  const auto found = std::ranges::find(parser.rows(), Option::libraryModels, &OptionRow::id);
  return found == parser.rows().end() ? nullptr : *found;
}

Unexpected unknownKey(const OptionParser &parser, const std::string &where,
                      const std::string &key) {
  std::vector<std::string> keys;
  for (const OptionRow *row : parser.rows())
    keys.push_back(row->key());
  const auto near = closestMatch(key, keys);
  return fail(Error::Kind::Usage, where + ": there is no option '" + key + "'",
              near ? "did you mean '" + *near + "'?" : "raceward config lists the options");
}

/// Where to look for options is not for what was found there to say.
bool isAboutConfigs(const OptionRow &row) {
  return row.id == Option::config || row.id == Option::noConfig;
}

enum class FoundBy : bool { Name, Search };

Unexpected refusedKey(const std::string &path, const std::string &where, const OptionRow &row) {
  if (isAboutConfigs(row))
    return fail(Error::Kind::Usage, where + ": '" + row.key() + "' is for the command line only",
                "leave it out");
  const std::string only = row.traits.inCheckout == InCheckout::AllowedWithoutFile
                               ? "' with a file is not taken from a configuration that was found"
                               : "' is not taken from a configuration that was found";
  return fail(Error::Kind::Usage, where + ": '" + row.key() + only + ", not named",
              "if you trust the file, name it: --config " + path + "; or give --" + row.key() +
                  " on the command line, or use --no-config");
}

class Applier {
public:
  explicit Applier(OptionParser &parser) : parser_(parser) {}

  Result<void> fromEnvironment() {
    for (const OptionRow *row : parser_.rows()) {
      const std::string variable = environmentName(*row);
      const char *value = std::getenv(variable.c_str());
      if (value == nullptr || *value == '\0')
        continue;
      std::vector<std::string> values{value};
      if (const OptionRow *files = rowOfModelFiles(parser_, *row, values))
        row = files;
      if (row->form.repeats) {
        values.clear();
        for (const std::string_view part : split(value, ':'))
          values.emplace_back(part);
      }
      RW_RETURN_IF_ERROR(set(*row, values, variable));
    }
    return {};
  }

  Result<void> fromFile(const std::string &path, FoundBy found) {
    RW_ASSIGN_OR_RETURN(const std::string text, readFile(path));
    RW_ASSIGN_OR_RETURN(std::vector<ConfigEntry> entries, parseConfig(path, text));
    for (ConfigEntry &entry : entries) {
      const std::string where = path + ":" + std::to_string(entry.line);
      const OptionRow *row = rowWithName(parser_, "--" + entry.key);
      if (row == nullptr)
        return unknownKey(parser_, where, entry.key);
      if (const OptionRow *files = rowOfModelFiles(parser_, *row, entry.values))
        row = files;
      if (row->form.isPath)
        makeRelativeTo(path, entry.values);
      if (isAboutConfigs(*row) || (found == FoundBy::Search && !row->isHarmless(entry.values)))
        return refusedKey(path, where, *row);
      RW_RETURN_IF_ERROR(set(*row, entry.values, where));
    }
    if (!entries.empty())
      settings_.file = path;
    return {};
  }

  [[nodiscard]] Settings take() { return std::move(settings_); }

private:
  Result<void> set(const OptionRow &row, const std::vector<std::string> &values,
                   const std::string &where) {
    if (parser_.values().isGiven(row.id))
      return {};
    if (const Result<void> done = parser_.set(row, values); !done) {
      Error error = done.error();
      error.message = where + ": " + error.message;
      return fail(std::move(error));
    }
    settings_.all.push_back({row.id, values, where});
    return {};
  }

  OptionParser &parser_;
  Settings settings_;
};

} // namespace

std::optional<std::string> nearestFile(const std::string &name,
                                       std::vector<std::string> &warnings) {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  if (error)
    return std::nullopt;
  std::string up;
  while (true) {
    std::string path = up + name;
    if (fs::is_regular_file(path, error)) {
      if (isTrusted(path))
        return path;
      warnings.push_back("'" + path + "' is not obeyed: it belongs to another user");
    }
    if (!folder.has_relative_path())
      return std::nullopt;
    folder = folder.parent_path();
    up += "../";
  }
}

std::string environmentName(const OptionRow &row) {
  std::string name = "RACEWARD_" + row.key();
  std::ranges::transform(name, name.begin(), [](char c) {
    if (c == '-')
      return '_';
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return name;
}

Result<Settings> applySettings(OptionParser &parser, std::vector<std::string> &warnings) {
  Applier applier(parser);
  RW_RETURN_IF_ERROR(applier.fromEnvironment());
  if (const std::string named = parser.values().config; !named.empty()) {
    RW_RETURN_IF_ERROR(applier.fromFile(named, FoundBy::Name));
  } else if (const auto path = nearestFile(kConfigFile, warnings)) {
    RW_RETURN_IF_ERROR(applier.fromFile(*path, FoundBy::Search));
  }
  return applier.take();
}

} // namespace raceward
