// A replay as a self-contained folder, for users without Raceward.
#include "DriverUnits.h"
#include "NativeBuild.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/model/MainArguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace raceward {

namespace {

namespace fs = std::filesystem;

fs::path absolute(const CompileUnit &unit, const std::string &file) {
  const fs::path folder =
      unit.directory.empty() ? fs::current_path() : fs::absolute(unit.directory);
  return (folder / file).lexically_normal();
}

/// The file names in the output of `clang -MM`: "a.o: a.c queue.h \".
std::vector<std::string> namesInRule(std::string_view rule) {
  std::vector<std::string> names;
  std::string name;
  const std::size_t colon = rule.find(": ");
  for (std::size_t i = colon == std::string_view::npos ? rule.size() : colon + 2; i < rule.size();
       ++i) {
    const char c = rule[i];
    if (c == '\\' && i + 1 < rule.size() && rule[i + 1] == '\n') {
      ++i;
    } else if ((c == '\\' || c == '$') && i + 1 < rule.size()) {
      name += rule[++i];
      continue;
    } else if (c != ' ' && c != '\n') {
      name += c;
      continue;
    }
    if (!name.empty())
      names.push_back(std::move(name));
    name.clear();
  }
  return names;
}

/// The file and all headers that it includes, except those of the system.
Result<std::vector<fs::path>> filesOf(const CompileUnit &unit, const ReplayRequest &request,
                                      const std::string &clang) {
  std::vector<fs::path> files{absolute(unit, unit.file)};
  if (files.front().extension() == ".i")
    return files;
  std::vector<std::string> command{clang};
  for (const std::vector<std::string> *flags : {&unit.flags, &request.program.compilerFlags})
    command.insert(command.end(), flags->begin(), flags->end());
  command.insert(command.end(), {"-w", "-D__RACEWARD__=1", "-MM", "-MF", "-", unit.file});
  std::string rule;
  ProcessWatch watch;
  watch.directory = unit.directory;
  watch.limits.wallSeconds = 60;
  watch.onOutput = [&](std::string_view text) { rule += text; };
  const Result<ProcessEnd> end = runCommand(command, watch);
  if (!end)
    return fail(end.error());
  if (!end->succeeded())
    return fail(Error::Kind::Input, "cannot find out what '" + unit.file + "' includes");
  for (const std::string &name : namesInRule(rule))
    files.push_back(absolute(unit, name));
  return files;
}

fs::path commonFolder(const std::vector<fs::path> &files) {
  fs::path common = files.front().parent_path();
  for (const fs::path &file : files) {
    const fs::path folder = file.parent_path();
    const auto differ =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end()).first;
    fs::path shorter;
    for (auto part = common.begin(); part != differ; ++part)
      shorter /= *part;
    common = shorter;
  }
  return common;
}

class Exporter {
public:
  Exporter(const ReplayRequest &request, std::string folder, std::vector<std::string> extraFlags)
      : request_(request), folder_(std::move(folder)), extraFlags_(std::move(extraFlags)) {}

  Result<void> write() {
    Result<std::vector<CompileUnit>> units = sourceUnits(request_.program);
    if (!units)
      return fail(units.error());
    units_ = std::move(*units);
    const Result<std::string> clang = findClang();
    if (!clang)
      return fail(clang.error());
    for (const CompileUnit &unit : units_) {
      Result<std::vector<fs::path>> files = filesOf(unit, request_, *clang);
      if (!files)
        return fail(files.error());
      files_.insert(files_.end(), files->begin(), files->end());
    }
    root_ = commonFolder(files_);
    if (Result<void> copied = copyFiles(); !copied)
      return copied;
    for (std::size_t i = 0; i < units_.size(); ++i)
      if (Result<void> written = writeFileAtomically(
              folder_ + "/flags/" + std::to_string(i) + ".txt", argumentsOf(units_[i]));
          !written)
        return written;
    if (Result<void> written = writeDriver(); !written)
      return written;
    const auto nameOf = [&](const std::string &file) { return exportedName(file); };
    if (Result<void> written = writeRuntime(request_, folder_ + "/runtime", nameOf); !written)
      return written;
    return writeFileAtomically(folder_ + "/Makefile", makefile());
  }

private:
  [[nodiscard]] std::string exportedPath(const fs::path &file) const {
    return ("source" / file.lexically_relative(root_)).string();
  }

  [[nodiscard]] bool isCopied(const fs::path &file) const {
    return std::ranges::find(files_, file) != files_.end();
  }

  /// The exported name of a file, as the compiler of some unit saw it.
  [[nodiscard]] std::string exportedName(const std::string &file) const {
    for (const CompileUnit &unit : units_)
      if (const fs::path path = absolute(unit, file); isCopied(path))
        return exportedPath(path);
    return file;
  }

  /// As one more unit, after those of the program.
  Result<void> writeDriver() {
    if (!request_.program.driver)
      return {};
    std::error_code error;
    fs::create_directories(folder_ + "/driver", error);
    if (Result<void> written =
            writeFileAtomically(folder_ + "/" + kDriver, compiledText(*request_.program.driver));
        !written)
      return written;
    std::vector<std::string> words{"-std=gnu17"};
    words.insert(words.end(), replayFlags().begin(), replayFlags().end());
    words.insert(words.end(), {"-x", "c", kDriver});
    return writeFileAtomically(folder_ + "/flags/" + std::to_string(units_.size()) + ".txt",
                               quotedWords(words));
  }

  Result<void> copyFiles() {
    std::error_code error;
    for (const char *name : {"runtime", "flags", "source"}) {
      fs::create_directories(folder_ + "/" + name, error);
      if (error)
        return fail(Error::Kind::Input, "cannot create '" + folder_ + "': " + error.message());
      if (!fs::is_empty(folder_ + "/" + name, error))
        return fail(Error::Kind::Input, "'" + folder_ + "' has a test already",
                    "name a new folder");
    }
    for (const fs::path &file : files_) {
      Result<std::string> text = readFile(file.string());
      if (!text)
        return fail(text.error());
      for (const CompileUnit &unit : units_)
        if (absolute(unit, unit.file) == file)
          *text += exposingText(request_.program, unit);
      const fs::path to = fs::path(folder_) / exportedPath(file);
      fs::create_directories(to.parent_path(), error);
      if (Result<void> written = writeFileAtomically(to.string(), *text); !written)
        return written;
    }
    return {};
  }

  /// Maps folders and files in flags to their copies.
  [[nodiscard]] std::string moved(const CompileUnit &unit, const std::string &path) const {
    const fs::path whole = absolute(unit, path);
    const fs::path inside = whole.lexically_relative(root_);
    if (inside.empty() || *inside.begin() == "..")
      return whole.string();
    return ("source" / inside).string();
  }

  [[nodiscard]] std::vector<std::string> movedFlags(const CompileUnit &unit,
                                                    const std::vector<std::string> &flags) const {
    constexpr std::array<std::string_view, 5> kWithPath{"-I", "-iquote", "-isystem", "-include",
                                                        "-idirafter"};
    std::vector<std::string> out;
    for (std::size_t i = 0; i < flags.size(); ++i) {
      out.push_back(flags[i]);
      if (std::ranges::find(kWithPath, flags[i]) != kWithPath.end() && i + 1 < flags.size())
        out.push_back(moved(unit, flags[++i]));
      else if (flags[i].starts_with("-I"))
        out.back() = "-I" + moved(unit, flags[i].substr(2));
    }
    return out;
  }

  /// For clang's @FILE: names and flags may contain anything, so neither make nor a shell sees
  /// them.
  [[nodiscard]] std::string argumentsOf(const CompileUnit &unit) const {
    std::vector<std::string> words = movedFlags(unit, unit.flags);
    const std::vector<std::string> given = movedFlags(unit, request_.program.compilerFlags);
    const std::vector<std::string> besideDriver = flagsBesideDriver(request_.program);
    for (const std::vector<std::string> *more :
         {&given, &besideDriver, &replayFlags(), &extraFlags_})
      words.insert(words.end(), more->begin(), more->end());
    words.insert(words.end(), {"-x", fs::path(unit.file).extension() == ".i" ? "cpp-output" : "c",
                               exportedPath(absolute(unit, unit.file))});
    return quotedWords(words);
  }

  static std::string quotedWords(const std::vector<std::string> &words) {
    std::string text;
    for (const std::string &word : words) {
      text += '"';
      for (const char c : word) {
        if (c == '"' || c == '\\')
          text += '\\';
        text += c;
      }
      text += "\"\n";
    }
    return text;
  }

  /// Quoted for the shell in a line of make.
  [[nodiscard]] std::string programArguments() const {
    std::string line;
    for (const std::string &word : mainArgumentsIn(request_.race.run.inputs)) {
      line += " \"$$(printf '";
      for (const char c : word) {
        const auto code = static_cast<unsigned char>(c);
        line += "\\" + std::to_string(code >> 6U) + std::to_string(code >> 3U & 7U) +
                std::to_string(code & 7U);
      }
      line += "')\"";
    }
    return line;
  }

  [[nodiscard]] std::string makefile() const {
    std::string objects;
    std::string rules;
    const std::size_t units = units_.size() + (request_.program.driver ? 1 : 0);
    for (std::size_t i = 0; i < units; ++i) {
      const std::string object = "build/unit" + std::to_string(i) + ".o";
      objects += " " + object;
      rules += object + ": always\n\t@mkdir -p build\n\t$(CC) @flags/" + std::to_string(i) +
               ".txt -c -o $@\n\n";
    }
    for (const std::string &source : runtimeSources())
      objects += " build/" + fs::path(source).stem().string() + ".o";
    std::string runtime;
    for (const std::string &flag : runtimeFlags())
      runtime += " " + flag;
    std::string link;
    for (const std::string &flag : extraFlags_)
      link += " " + flag;
    return "# `make check` fails while the race happens, and passes once it is fixed.\n"
           "CC = clang-19\n"
           "SYMBOLIZER = $(shell command -v llvm-symbolizer-19 || command -v llvm-symbolizer)\n"
           "\n"
           "check: build/replay\n"
           "\t@TSAN_OPTIONS=external_symbolizer_path=$(SYMBOLIZER) ./build/replay" +
           programArguments() +
           "; \\\n"
           "\tcase $$? in \\\n"
           "\t0) echo 'PASS: the race did not happen';; \\\n"
           "\t66) echo 'FAIL: the race happened'; exit 1;; \\\n"
           "\t*) echo 'ERROR: the program ended otherwise'; exit 2;; \\\n"
           "\tesac\n"
           "\n"
           "build/replay:" +
           objects + "\n\t$(CC) -fsanitize=thread -g $^ -o $@ @runtime/wrapped.txt" + link +
           " -lpthread -lm -ldl\n\n" + rules +
           "build/%.o: runtime/%.c\n\t@mkdir -p build\n\t$(CC)" + runtime +
           " -c $< -o $@\n\n"
           "clean:\n\trm -rf build\n\n"
           ".PHONY: check clean always\n";
  }

  static constexpr const char *kDriver = "driver/entry_driver.c";

  const ReplayRequest &request_;
  std::string folder_;
  std::vector<std::string> extraFlags_;
  std::vector<CompileUnit> units_;
  std::vector<fs::path> files_; ///< of the program, by absolute paths
  fs::path root_;               ///< their common folder
};

} // namespace

Result<void> exportReplay(const ReplayRequest &request, const std::string &folder) {
  // The recipient of the folder must be able to build it.
  const Result<TemporaryDirectory> trial = TemporaryDirectory::create();
  if (!trial)
    return fail(trial.error());
  const Result<BuiltReplay> built = buildReplay(request, trial->path());
  if (!built)
    return fail(built.error());
  return Exporter(request, folder, built->extraFlags).write();
}

} // namespace raceward
