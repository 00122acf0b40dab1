#include "Corpus.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace raceward::test {

namespace {

/// `// VERDICT: race`: what a program of test/programs states about itself.
std::map<std::string, std::string> tagsOf(std::string_view text) {
  std::map<std::string, std::string> tags;
  for (std::string_view line : split(text, '\n')) {
    if (!line.starts_with("// ") && !line.starts_with("; "))
      continue;
    line.remove_prefix(line.find(' ') + 1);
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos)
      tags.emplace(line.substr(0, colon), trim(line.substr(colon + 2)));
  }
  return tags;
}

void addWords(std::vector<std::string> &to, std::string_view words,
              const std::string &before = {}) {
  for (const std::string_view word : split(words, ' '))
    if (!word.empty())
      to.push_back(before + std::string(word));
}

void addStated(const std::string &testFolder, std::vector<RacyProgram> &found) {
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(testFolder + "/programs"))
    if (entry.path().extension() == ".c" || entry.path().extension() == ".ll")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path &file : files) {
    const Result<std::string> text = readFile(file);
    if (!text)
      continue;
    auto tags = tagsOf(*text);
    if (tags["VERDICT"] != "race" || tags.contains("PROPERTY") || tags.contains("OPTIONS"))
      continue;
    RacyProgram program{std::filesystem::relative(file, testFolder), {}};
    program.request.files = {file};
    addWords(program.request.files, tags["WITH"], file.parent_path().string() + "/");
    addWords(program.request.compilerFlags, tags["FLAGS"]);
    if (tags["DATA-MODEL"] == "ilp32")
      program.request.dataModel = DataModel::ILP32;
    if (tags["UNKNOWN-CALLS"] == "arguments")
      program.request.unknownCalls = UnknownCalls::Arguments;
    found.push_back(std::move(program));
  }
}

void addRedTeam(const std::string &testFolder, std::vector<RacyProgram> &found) {
  const Result<std::string> text = readFile(testFolder + "/redteam/truth.csv");
  if (!text)
    return;
  for (const std::string_view line : split(*text, '\n')) {
    const std::vector<std::string_view> row = split(line, ',');
    if (row.size() < 3 || row[1] != "race")
      continue;
    RacyProgram program{"redteam/" + std::string(row[0]), {}};
    addWords(program.request.files, row[0], testFolder + "/redteam/");
    std::vector<std::string> options;
    addWords(options, row[2]);
    const auto flags = std::find(options.begin(), options.end(), "--");
    if (flags != options.end())
      program.request.compilerFlags.assign(flags + 1, options.end());
    if (std::find(options.begin(), flags, "ILP32") != flags) {
      program.request.dataModel = DataModel::ILP32;
      program.name += " (ILP32)";
    }
    found.push_back(std::move(program));
  }
}

} // namespace

std::vector<RacyProgram> racyPrograms(const std::string &testFolder) {
  std::vector<RacyProgram> found;
  addStated(testFolder, found);
  addRedTeam(testFolder, found);
  return found;
}

} // namespace raceward::test
