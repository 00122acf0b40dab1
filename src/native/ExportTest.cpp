// A replay as a folder of its own, for those who do not have Raceward.
#include "NativeBuild.h"
#include "raceward/base/File.h"

#include <filesystem>
#include <set>

namespace raceward {

namespace {

/// For the shell that make calls: flags may hold anything.
std::string quoted(const std::string &word) {
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '$')
      out += "$$";
    else
      out += c;
  }
  return out + "'";
}

std::string joined(const std::vector<std::string> &words) {
  std::string out;
  for (const std::string &word : words)
    out += (out.empty() ? "" : " ") + quoted(word);
  return out;
}

/// Letters that neither make nor a shell takes for anything else.
std::string plainName(const std::filesystem::path &path, std::set<std::string> &taken) {
  std::string name;
  for (const char c : path.stem().string())
    name += (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-') ? c : '_';
  const std::string extension = path.extension() == ".i" ? ".i" : ".c";
  std::string unique = name + extension;
  for (int n = 2; !taken.insert(unique).second; ++n)
    unique = name + std::to_string(n) + extension;
  return unique;
}

/// Names relative to where the compiler would run must still be found.
std::vector<std::string> includesFor(const CompileUnit &unit) {
  const std::filesystem::path folder =
      unit.directory.empty() ? std::filesystem::current_path() : std::filesystem::path(unit.directory);
  const std::filesystem::path file = folder / unit.file;
  return {"-I" + file.parent_path().lexically_normal().string()};
}

struct ExportedUnit {
  CompileUnit unit;
  std::string name;
};

std::string makefile(const ReplayRequest &request, const std::vector<ExportedUnit> &units,
                     const std::vector<std::string> &extraFlags) {
  std::string text = "# `make check` fails while the race happens, and passes once it is fixed.\n"
                     "CC = clang-19\n"
                     "SYMBOLIZER = $(shell command -v llvm-symbolizer-19 || "
                     "command -v llvm-symbolizer)\n"
                     "CFLAGS = " +
                     joined(request.program.compilerFlags) + " " + joined(replayFlags()) + " " +
                     joined(extraFlags) + "\n" +
                     "RUNTIME_CFLAGS = " + joined(runtimeFlags()) + "\n\n";
  std::string objects;
  std::string rules;
  const auto add = [&](const std::string &source, const std::string &command) {
    const std::string object =
        "build/" + std::filesystem::path(source).filename().stem().string() + ".o";
    objects += " " + object;
    rules += object + ": " + source + " Makefile\n\t@mkdir -p build\n\t" + command + " -c " +
             source + " -o $@\n\n";
  };
  for (const ExportedUnit &unit : units)
    add(unit.name, "$(CC) " + joined(unit.unit.flags) + " " + joined(includesFor(unit.unit)) +
                       " $(CFLAGS)" + (unit.name.ends_with(".i") ? " -x cpp-output" : ""));
  for (const std::string &source : runtimeSources())
    add("runtime/" + source, "$(CC) $(RUNTIME_CFLAGS)");
  text += "check: build/replay\n"
          "\t@TSAN_OPTIONS=external_symbolizer_path=$(SYMBOLIZER) ./build/replay && "
          "echo 'PASS: the race did not happen' || "
          "{ echo 'FAIL: the race happened'; exit 1; }\n\n"
          "build/replay:" +
          objects + "\n\t$(CC) -fsanitize=thread -g " + joined(extraFlags) + " -o $@" + objects +
          " @runtime/wrapped.txt -lpthread -lm -ldl\n\n" + rules +
          "clean:\n\trm -rf build\n\n.PHONY: check clean\n";
  return text;
}

} // namespace

Result<void> exportReplay(const ReplayRequest &request, const std::string &folder) {
  const Result<std::vector<CompileUnit>> units = sourceUnits(request.program);
  if (!units)
    return fail(units.error());
  // Whoever gets the folder shall be able to build it.
  const Result<TemporaryDirectory> trial = TemporaryDirectory::create();
  if (!trial)
    return fail(trial.error());
  const Result<BuiltReplay> built = buildReplay(request, trial->path());
  if (!built)
    return fail(built.error());
  std::error_code error;
  std::filesystem::create_directories(folder + "/runtime", error);
  if (error)
    return fail(Error::Kind::Input, "cannot create '" + folder + "': " + error.message());
  if (!std::filesystem::is_empty(folder + "/runtime", error) ||
      std::filesystem::exists(folder + "/Makefile", error))
    return fail(Error::Kind::Input, "'" + folder + "' has a test already", "name a new folder");
  std::vector<ExportedUnit> exported;
  std::set<std::string> taken;
  for (const CompileUnit &unit : *units) {
    const std::string from = unit.directory.empty() ? unit.file : unit.directory + "/" + unit.file;
    const Result<std::string> text =
        readFile(std::filesystem::path(unit.file).is_absolute() ? unit.file : from);
    if (!text)
      return fail(text.error());
    exported.push_back({unit, plainName(unit.file, taken)});
    if (const Result<void> written =
            writeFileAtomically(folder + "/" + exported.back().name, *text);
        !written)
      return written;
  }
  const auto nameOf = [&](const std::string &file) {
    for (const ExportedUnit &unit : exported)
      if (unit.unit.file == file)
        return unit.name;
    return file;
  };
  if (const Result<void> written = writeRuntime(request, folder + "/runtime", nameOf); !written)
    return written;
  return writeFileAtomically(folder + "/Makefile", makefile(request, exported, built->extraFlags));
}

} // namespace raceward
