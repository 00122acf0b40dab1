#include "BuildTargets.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace raceward {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestCommandFile = 64u << 20;
constexpr std::size_t kMostFolderEntries = 500'000;
constexpr std::string_view kWholeLibraries = "--whole-archive";

std::string within(const std::string &folder, const std::string &path) {
  const fs::path p(path);
  return (p.is_absolute() ? p : fs::path(folder) / p).lexically_normal().string();
}

/// Files of ordinary size only: pipes and devices may never end.
std::optional<std::string> contentOf(const fs::path &path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || error ||
      fs::file_size(path, error) > kLargestCommandFile || error)
    return std::nullopt;
  Result<std::string> text = readFile(path.string());
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

bool isObject(std::string_view word) {
  return word.ends_with(".o") || word.ends_with(".obj");
}

bool isLibrary(std::string_view word) {
  const std::size_t slash = word.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? word : word.substr(slash + 1);
  return !word.starts_with('-') && (name.ends_with(".a") || name.ends_with(".so") ||
                                    name.find(".so.") != std::string_view::npos);
}

/// "sub/CMakeFiles/server.dir" or a file in it.
std::string targetIn(std::string_view path) {
  constexpr std::string_view marker = "CMakeFiles/";
  const std::size_t at = path.rfind(marker);
  if (at == std::string_view::npos)
    return {};
  const std::string_view rest = path.substr(at + marker.size());
  const std::size_t end = rest.find(".dir");
  return end == std::string_view::npos ? std::string() : std::string(rest.substr(0, end));
}

/// A line of Ninja's language, with its escapes.
std::vector<std::string> ninjaWords(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '$' && i + 1 < line.size()) {
      word += line[++i];
    } else if (line[i] == ' ') {
      if (!word.empty())
        words.push_back(std::move(word));
      word.clear();
    } else if (line[i] == ':' && (i + 1 == line.size() || line[i + 1] == ' ')) {
      words.push_back(std::move(word)); // the end of the outputs
      words.emplace_back(":");
      word.clear();
    } else {
      word += line[i];
    }
  }
  if (!word.empty())
    words.push_back(std::move(word));
  return words;
}

/// Lines that end in $ go on in the next one.
std::vector<std::string> ninjaLines(std::string_view text) {
  std::vector<std::string> lines;
  bool goesOn = false;
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    if (goesOn)
      lines.back() += trim(line);
    else
      lines.emplace_back(line);
    std::size_t dollars = 0;
    while (dollars < lines.back().size() && lines.back()[lines.back().size() - 1 - dollars] == '$')
      ++dollars;
    goesOn = dollars % 2 == 1;
    if (goesOn)
      lines.back().pop_back();
  }
  return lines;
}

std::optional<LinkStep::Kind> kindOfRule(std::string_view rule) {
  if (rule.find("EXECUTABLE_LINKER") != std::string_view::npos)
    return LinkStep::Kind::Executable;
  if (rule.find("STATIC_LIBRARY_LINKER") != std::string_view::npos)
    return LinkStep::Kind::Static;
  if (rule.find("SHARED_LIBRARY_LINKER") != std::string_view::npos ||
      rule.find("SHARED_MODULE_LINKER") != std::string_view::npos)
    return LinkStep::Kind::Shared;
  return std::nullopt;
}

} // namespace

std::vector<std::string> splitCommand(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == '\'') {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\\' && i + 1 < command.size()) {
      word += command[++i];
      open = true;
    } else if (quote == '"') {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (open)
        words.push_back(std::move(word));
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open)
    words.push_back(std::move(word));
  return words;
}

void BuildTargets::addNinja(std::string_view text, const std::string &folder) {
  LinkStep *last = nullptr;
  for (const std::string &line : ninjaLines(text)) {
    if (last && line.starts_with(" ")) {
      const std::string_view variable = trim(line);
      constexpr std::string_view objectFolder = "OBJECT_DIR = ";
      if (variable.starts_with(objectFolder))
        last->target = targetIn(variable);
      last->takesWhole |= variable.find(kWholeLibraries) != std::string_view::npos;
      continue;
    }
    last = nullptr;
    if (!line.starts_with("build "))
      continue;
    const std::vector<std::string> words = ninjaWords(std::string_view(line).substr(6));
    const auto colon = std::ranges::find(words, ":");
    if (colon == words.begin() || colon == words.end() || colon + 1 == words.end())
      continue;
    const std::optional<LinkStep::Kind> kind = kindOfRule(*(colon + 1));
    if (!kind)
      continue;
    LinkStep step;
    step.kind = *kind;
    for (auto input = colon + 2; input != words.end() && *input != "||"; ++input) {
      if (isObject(*input))
        step.objects.push_back(within(folder, *input));
      else if (isLibrary(*input))
        step.libraries.push_back(within(folder, *input));
    }
    if (step.target.empty() && !step.objects.empty())
      step.target = targetIn(step.objects.front());
    last = &(steps_[within(folder, words.front())] = std::move(step));
  }
}

void BuildTargets::addLinkCommands(std::string_view text, const std::string &target,
                                   const std::string &folder) {
  for (const std::string_view line : split(text, '\n')) {
    std::vector<std::string> words = splitCommand(line);
    if (words.size() < 3)
      continue;
    // Long lists of objects are in a file of their own.
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!words[i].starts_with("@") || words.size() > kMostFolderEntries)
        continue;
      const std::optional<std::string> list = contentOf(within(folder, words[i].substr(1)));
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
      if (list)
        for (std::string &word : splitCommand(*list))
          if (!word.starts_with("@"))
            words.push_back(std::move(word));
    }
    LinkStep step;
    step.target = target;
    std::string made;
    const auto output = std::ranges::find(words, "-o");
    if (output != words.end() && output + 1 != words.end()) {
      made = *(output + 1);
      step.kind = std::ranges::find(words, "-shared") != words.end() ? LinkStep::Kind::Shared
                                                                     : LinkStep::Kind::Executable;
    } else if (words.size() > 2 && fs::path(words[0]).filename().string().ends_with("ar")) {
      made = words[2];
      step.kind = LinkStep::Kind::Static;
    } else {
      continue;
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
      step.takesWhole |= words[i].find(kWholeLibraries) != std::string::npos;
      if (words[i] == made)
        continue;
      if (isObject(words[i]))
        step.objects.push_back(within(folder, words[i]));
      else if (isLibrary(words[i]))
        step.libraries.push_back(within(folder, words[i]));
    }
    steps_[within(folder, made)] = std::move(step);
  }
}

BuildTargets BuildTargets::read(const std::string &folder) {
  BuildTargets targets;
  if (const std::optional<std::string> ninja = contentOf(fs::path(folder) / "build.ninja")) {
    targets.addNinja(*ninja, folder);
    return targets;
  }
  std::error_code error;
  std::size_t count = 0;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (++count > kMostFolderEntries)
      break;
    if (at->path().filename() != "link.txt")
      continue;
    const fs::path own = at->path().parent_path(); // …/CMakeFiles/T.dir
    if (const std::string target = targetIn(own.string()); !target.empty())
      if (const std::optional<std::string> text = contentOf(at->path()))
        targets.addLinkCommands(*text, target, own.parent_path().parent_path().string());
  }
  return targets;
}

bool BuildTargets::has(const std::string &target) const {
  return std::ranges::any_of(steps_,
                             [&](const auto &step) { return step.second.target == target; });
}

std::vector<TargetObject> BuildTargets::objectsOf(const std::string &target) const {
  std::vector<TargetObject> objects;
  std::set<std::string> seen;
  for (const auto &[made, step] : steps_)
    if (step.target == target && seen.insert(made).second)
      collect(step, false, seen, objects);
  return objects;
}

void BuildTargets::collect(const LinkStep &step, bool isMember, std::set<std::string> &seen,
                           std::vector<TargetObject> &to) const {
  for (const std::string &object : step.objects)
    to.push_back({object, isMember});
  for (const std::string &library : step.libraries)
    if (const auto found = steps_.find(library);
        found != steps_.end() && seen.insert(library).second)
      collect(found->second, found->second.kind == LinkStep::Kind::Static && !step.takesWhole, seen,
              to);
}

std::set<std::string> BuildTargets::executables() const {
  std::set<std::string> names;
  for (const auto &[made, step] : steps_)
    if (step.kind == LinkStep::Kind::Executable && !step.target.empty())
      names.insert(step.target);
  return names;
}

} // namespace raceward
