#include "CompileCommands.h"

#include "raceward/base/File.h"
#include "raceward/base/Json.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace raceward {

namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string file; ///< absolute
  std::string directory;
  std::string object; ///< absolute; may be empty
  std::string target; ///< CMake's name, derived from the object file; may be empty
  std::vector<std::string> flags;
};

/// Flags that change the meaning of the program, and cannot make the compiler load, start or write
/// anything: the author of an untrusted program is also the author of the database. All others
/// (warnings, optimisation, dependency files, flags of one compiler only) are dropped.
bool keepsMeaning(std::string_view flag) {
  constexpr std::array exact{"-ansi",          "-nostdinc",       "-pthread",      "-m32",
                             "-m64",           "-undef",          "-trigraphs",    "-fshort-enums",
                             "-fsigned-char",  "-funsigned-char", "-fno-common",   "-fcommon",
                             "-fgnu89-inline", "-fms-extensions", "-fpack-struct", "-fno-builtin"};
  if (std::find(exact.begin(), exact.end(), flag) != exact.end())
    return true;
  constexpr std::array prefixes{"-D", "-U", "-I", "-std=", "--sysroot=", "--target="};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const char *prefix) { return flag.starts_with(prefix); });
}

/// clang reads further flags from a file named by an argument that begins with @. It invokes itself
/// with values as separate arguments: -I@x becomes -I @x. It also looks for a configuration file
/// named after the target.
bool isInert(std::string_view flag, std::string_view value) {
  constexpr std::array<std::string_view, 5> joined{"", "-D", "-U", "-I", "--sysroot="};
  if (value.starts_with('@') || std::ranges::any_of(joined, [&](std::string_view prefix) {
        return flag.starts_with(prefix) && flag.substr(prefix.size()).starts_with('@');
      }))
    return false;
  if (flag != "-target" && !flag.starts_with("--target="))
    return true;
  const std::string_view target = flag == "-target" ? value : flag.substr(flag.find('=') + 1);
  return std::ranges::all_of(target,
                             [](char c) {
                               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                      (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
                             }) &&
         target.find("..") == std::string_view::npos;
}

/// Flags whose value is the next argument.
bool keepsMeaningWithValue(std::string_view flag) {
  constexpr std::array exact{"-D",        "-U",       "-I",      "-include",
                             "-imacros",  "-isystem", "-iquote", "-idirafter",
                             "-isysroot", "-iprefix", "-target"};
  return std::find(exact.begin(), exact.end(), flag) != exact.end();
}

std::vector<std::string> meaningfulFlags(const std::vector<std::string> &words) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (keepsMeaningWithValue(words[i])) {
      // Without a value it would consume the next flag.
      if (i + 1 < words.size() && isInert(words[i], words[i + 1])) {
        flags.push_back(words[i]);
        flags.push_back(words[i + 1]);
      }
      ++i;
    } else if (words[i] == "-o" || words[i] == "-MF" || words[i] == "-MT" || words[i] == "-MQ" ||
               words[i] == "-x") {
      ++i;
    } else if (keepsMeaning(words[i]) && isInert(words[i], {})) {
      flags.push_back(words[i]);
    }
  }
  return flags;
}

/// CMake writes the objects of target T to …/CMakeFiles/T.dir/….
std::string targetOf(std::string_view output) {
  constexpr std::string_view marker = "CMakeFiles/";
  const std::size_t at = output.find(marker);
  if (at == std::string_view::npos)
    return {};
  const std::string_view rest = output.substr(at + marker.size());
  const std::size_t end = rest.find(".dir/");
  return end == std::string_view::npos ? std::string() : std::string(rest.substr(0, end));
}

std::string absoluteIn(const std::string &folder, const std::string &path) {
  const fs::path p(path);
  return (p.is_absolute() ? p : fs::path(folder) / p).lexically_normal().string();
}

/// fs::absolute() throws, and this module is built without exceptions.
std::string absoluteHere(const std::string &path) {
  std::error_code ignored;
  return absoluteIn(fs::current_path(ignored).string(), path);
}

Result<Entry> parseEntry(const Json &object, std::size_t index, const std::string &folder) {
  const auto bad = [&](const std::string &why) {
    return fail(Error::Kind::Input,
                "compile_commands.json: entry " + std::to_string(index + 1) + " " + why);
  };
  if (!object.isObject())
    return bad("is not an object");
  Entry entry;
  entry.directory = textAt(object, "directory");
  entry.directory = absoluteIn(folder, entry.directory);
  const std::string file = textAt(object, "file");
  if (file.empty())
    return bad("has no \"file\"");
  entry.file = absoluteIn(entry.directory, file);

  std::vector<std::string> words;
  if (const auto arguments = object.find("arguments");
      arguments != nullptr && arguments->isArray()) {
    for (const Json &argument : *arguments) {
      if (!argument.isString())
        return bad("has an argument that is not a string");
      words.push_back(argument.asString());
    }
  } else {
    words = splitCommand(textAt(object, "command"));
  }
  if (words.empty())
    return bad("has neither \"command\" nor \"arguments\"");
  entry.flags = meaningfulFlags(words);

  std::string output = textAt(object, "output");
  if (const auto at = std::find(words.begin(), words.end(), "-o");
      output.empty() && at != words.end() && at + 1 != words.end())
    output = *(at + 1);
  entry.target = targetOf(output);
  if (!output.empty())
    entry.object = absoluteIn(entry.directory, output);
  return entry;
}

bool isC(const std::string &file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".c" || extension == ".i";
}

Unexpected unknownTarget(const LoadRequest &request, const std::vector<Entry> &entries) {
  std::set<std::string> names;
  for (const Entry &entry : entries)
    if (!entry.target.empty())
      names.insert(entry.target);
  const std::vector<std::string> known(names.begin(), names.end());
  std::string hint;
  if (const auto near = closestMatch(request.target, known)) {
    hint = "did you mean '" + *near + "'?";
  } else if (!known.empty()) {
    hint = "targets there:";
    for (const std::string &name : known)
      hint += " " + name;
  }
  return fail(Error::Kind::Usage,
              "no file of compile_commands.json belongs to target '" + request.target + "'", hint);
}

Unexpected notThere(const std::string &file, const LoadRequest &request,
                    const std::vector<Entry> &entries) {
  std::set<std::string> targets;
  bool isListed = false;
  for (const Entry &entry : entries)
    if (entry.file == file) {
      isListed = true;
      if (!entry.target.empty())
        targets.insert("'" + entry.target + "'");
    }
  if (!isListed)
    return fail(Error::Kind::Usage, "'" + file + "' is not in compile_commands.json",
                "name a file that it lists, or none to take them all");
  return fail(Error::Kind::Usage, "'" + file + "' is not a part of target '" + request.target + "'",
              targets.empty() ? "it belongs to no target: leave out --target"
                              : "it belongs to " + listed({targets.begin(), targets.end()}));
}

/// An entry that the program consists of.
struct Chosen {
  const Entry *entry = nullptr;
  bool isMember = false; ///< of a static library
};

/// By the link commands; without any, by the names of object files alone.
std::vector<Chosen> entriesOf(const std::string &target, const std::vector<Entry> &entries,
                              const BuildTargets &build) {
  std::vector<Chosen> chosen;
  std::map<std::string_view, const Entry *> byObject;
  for (const Entry &entry : entries)
    byObject.try_emplace(entry.object, &entry);
  // What is linked in any case comes first: it decides what else is needed.
  const auto objects = build.objectsOf(target);
  for (const bool areMembers : {false, true})
    for (const auto &[object, isMember] : objects)
      if (const auto found = byObject.find(object);
          found != byObject.end() && isMember == areMembers)
        chosen.push_back({found->second, isMember});
  if (chosen.empty())
    for (const Entry &entry : entries)
      if (entry.target == target)
        chosen.push_back({&entry, false});
  return chosen;
}

Result<std::vector<Entry>> parseEntries(std::string_view text, const std::string &folder) {
  const Json json = Json::parse(text);
  if (!json.isArray())
    return fail(Error::Kind::Input,
                "compile_commands.json in '" + folder + "' is not a JSON array");
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < json.size(); ++i) {
    Result<Entry> entry = parseEntry(json[i], i, folder);
    if (!entry)
      return fail(entry.error());
    entries.push_back(std::move(*entry));
  }
  return entries;
}

/// The text of the database, and its folder.
struct Database {
  std::string text;
  std::string folder;
};

Result<Database> readDatabase(const std::string &given) {
  fs::path path(given);
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    path /= "compile_commands.json";
  Result<std::string> text = readFile(path.string());
  if (!text) {
    Error error = text.error();
    error.hint =
        "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes a compile_commands.json there, and "
        "so does `bear -- make`";
    return fail(std::move(error));
  }
  return Database{std::move(*text), fs::path(absoluteHere(path.string())).parent_path().string()};
}

} // namespace

Result<std::vector<CompileUnit>> parseCompileCommands(std::string_view text,
                                                      const std::string &folder,
                                                      const LoadRequest &request,
                                                      const BuildTargets &build) {
  Result<std::vector<Entry>> entries = parseEntries(text, folder);
  if (!entries)
    return fail(entries.error());
  std::vector<Chosen> chosen;
  if (request.target.empty()) {
    for (const Entry &entry : *entries)
      chosen.push_back({&entry, false});
  } else {
    chosen = entriesOf(request.target, *entries, build);
    if (chosen.empty())
      return unknownTarget(request, *entries);
  }

  std::vector<CompileUnit> units;
  std::set<std::string> taken;
  std::set<std::string> wanted;
  for (const std::string &file : request.files)
    wanted.insert(absoluteHere(file));
  for (const auto &[entry, isMember] : chosen) {
    const bool isWanted = wanted.empty() ? isC(entry->file) : wanted.contains(entry->file);
    if (!isWanted || !taken.insert(entry->file).second)
      continue;
    CompileUnit unit{entry->file, entry->directory, entry->flags};
    unit.isMember = isMember && wanted.empty();
    units.push_back(std::move(unit));
  }
  for (const std::string &file : wanted)
    if (!taken.contains(file))
      return notThere(file, request, *entries);
  if (units.empty())
    return fail(Error::Kind::Input, "compile_commands.json in '" + folder + "' lists no C file" +
                                        (request.target.empty() ? "" : " of this target"));
  return units;
}

Result<std::vector<CompileUnit>> unitsFromCompileCommands(const LoadRequest &request) {
  const Result<Database> database = readDatabase(request.compileCommands);
  if (!database)
    return fail(database.error());
  const BuildTargets build =
      request.target.empty() ? BuildTargets() : BuildTargets::read(database->folder);
  return parseCompileCommands(database->text, database->folder, request, build);
}

Result<std::vector<std::string>> programTargets(const std::string &folder) {
  const Result<Database> database = readDatabase(folder);
  if (!database)
    return fail(database.error());
  const Result<std::vector<Entry>> entries = parseEntries(database->text, database->folder);
  if (!entries)
    return fail(entries.error());
  const BuildTargets build = BuildTargets::read(database->folder);
  std::vector<std::string> names;
  for (const std::string &target : build.executables()) {
    const std::vector<Chosen> chosen = entriesOf(target, *entries, build);
    if (std::ranges::any_of(chosen, [](const Chosen &each) { return isC(each.entry->file); }))
      names.push_back(target);
  }
  if (names.empty())
    return fail(Error::Kind::Input, "which programs '" + database->folder + "' builds is not known",
                "it has no link commands of CMake, with Makefiles or Ninja, that make a program of "
                "C: name targets with --target, or files");
  return names;
}

} // namespace raceward
