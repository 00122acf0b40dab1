#include "NativeBuild.h"

#include "DriverUnits.h"
#include "EmbeddedRuntime.h"
#include "ScheduleTables.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/program/Tolerance.h"

#include <filesystem>

namespace raceward {

namespace {

constexpr const char *kSchedule = "schedule_of_the_race.c";
constexpr const char *kWrapped = "wrapped.txt";
/// More of the compiler's messages is not useful.
constexpr std::size_t kMostMessageBytes = std::size_t{16} * 1024;

void append(std::vector<std::string> &to, const std::vector<std::string> &more) {
  to.insert(to.end(), more.begin(), more.end());
}

Result<void> run(const std::vector<std::string> &command, const std::string &directory,
                 const std::string &failed) {
  std::string messages;
  ProcessWatch watch;
  watch.directory = directory;
  watch.limits.wallSeconds = 120;
  watch.onErrors = [&](std::string_view text) {
    if (messages.size() < kMostMessageBytes)
      messages.append(text.substr(0, kMostMessageBytes - messages.size()));
  };
  const Result<ProcessEnd> end = runCommand(command, watch);
  if (!end)
    return fail(end.error());
  if (!end->succeeded())
    return fail(Error{Error::Kind::Input, failed, sanitizedUtf8(messages),
                      messages.find("libclang_rt.tsan") == std::string::npos
                          ? ""
                          : "install ThreadSanitizer (on Debian: apt install libclang-rt-19-dev)"});
  return {};
}

std::filesystem::path pathOf(const CompileUnit &unit) {
  return std::filesystem::path(unit.directory) / unit.file;
}

/// The file itself, or a copy that has more at its end.
Result<std::string> sourceOf(const CompileUnit &unit, const ReplayRequest &request,
                             const std::string &object) {
  const std::string more = exposingText(request.program, unit);
  if (more.empty())
    return unit.file;
  const Result<std::string> text = readFile(pathOf(unit).string());
  if (!text)
    return fail(text.error());
  std::string path = object + std::filesystem::path(unit.file).extension().string();
  if (const Result<void> written = writeFileAtomically(path, compiledText(unit.file, *text + more));
      !written)
    return fail(written.error());
  return path;
}

Result<void> compile(const CompileUnit &unit, const ReplayRequest &request,
                     const std::vector<std::string> &extraFlags, const std::string &clang,
                     const std::string &object) {
  const Result<std::string> source = sourceOf(unit, request, object);
  if (!source)
    return fail(source.error());
  const Result<std::vector<std::string>> prelude =
      preludeFlags(unit, std::filesystem::path(object).parent_path().string());
  if (!prelude)
    return fail(prelude.error());
  std::vector<std::string> command{clang};
  append(command, *prelude);
  append(command, unit.flags);
  append(command, request.program.compilerFlags);
  append(command, flagsBesideDriver(request.program));
  append(command, replayFlags());
  append(command, extraFlags);
  if (*source != unit.file)
    append(command, {"-iquote", std::filesystem::absolute(pathOf(unit)).parent_path().string()});
  append(command,
         {"-c", "-o", object, "-x",
          std::filesystem::path(unit.file).extension() == ".i" ? "cpp-output" : "c", *source});
  return run(command, unit.directory, "'" + unit.file + "' does not compile natively");
}

Result<void> compileDriver(const EntryDriver &driver, const std::string &clang,
                           const std::string &folder, const std::string &object) {
  const std::string source = folder + "/entry_driver.c";
  if (Result<void> written = writeFileAtomically(source, compiledText(driver)); !written)
    return written;
  std::vector<std::string> command{clang, "-std=gnu17"};
  append(command, replayFlags());
  append(command, {"-c", "-o", object, source});
  return run(command, {}, "the driver for --entry does not compile natively");
}

Result<void> compileRuntime(const std::string &clang, const std::string &folder) {
  std::vector<std::string> command{clang};
  append(command, runtimeFlags());
  command.emplace_back("-c");
  append(command, runtimeSources());
  return run(command, folder, "the runtime does not compile");
}

Result<void> compileAndLink(const std::vector<CompileUnit> &units, const ReplayRequest &request,
                            const std::vector<std::string> &extraFlags, const std::string &clang,
                            const std::string &folder) {
  std::vector<std::string> link{clang, "-fsanitize=thread", "-g", "-o", folder + "/replay"};
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::string object = folder + "/unit" + std::to_string(i) + ".o";
    Result<void> compiled = compile(units[i], request, extraFlags, clang, object);
    // As for the check.
    if (!compiled)
      if (const std::optional<Tolerated> more = toleranceFor(units[i], compiled.error().details))
        compiled = compile(more->unit, request, extraFlags, clang, object);
    if (!compiled)
      return compiled;
    link.push_back(object);
  }
  if (const std::optional<EntryDriver> &driver = request.program.driver) {
    const std::string object = folder + "/entry_driver.o";
    if (Result<void> compiled = compileDriver(*driver, clang, folder, object); !compiled)
      return compiled;
    link.push_back(object);
  }
  for (const std::string &source : runtimeSources())
    link.push_back(folder + "/" + std::filesystem::path(source).stem().string() + ".o");
  append(link, {"@" + folder + "/" + kWrapped});
  append(link, extraFlags);
  append(link, {"-lpthread", "-lm", "-ldl"});
  return run(link, {}, "the program does not link natively");
}

} // namespace

const std::vector<std::string> &replayFlags() {
  static const std::vector<std::string> kFlags{
      "-m64", "-w", "-Qunused-arguments", "-g", "-gcolumn-info", "-O0", "-U_FORTIFY_SOURCE",
      // The same semantics as in the checker.
      "-D__RACEWARD__=1", "-fwrapv", "-fno-strict-aliasing", "-fno-lto",
      "-fno-profile-instr-generate", "-fno-sanitize=all", "-fsanitize=thread",
      // Uninitialised memory may have any value; zero is the most likely one to work.
      "-ftrivial-auto-var-init=zero",
      // `x++` is a read and a write.
      "-mllvm", "-tsan-instrument-read-before-write", "-Wno-error",
      "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
      "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
      "-Wno-error=return-mismatch"};
  return kFlags;
}

const std::vector<std::string> &runtimeFlags() {
  static const std::vector<std::string> kFlags{"-std=gnu11", "-O1", "-fno-builtin", "-w"};
  return kFlags;
}

std::vector<std::string> runtimeSources() {
  std::vector<std::string> names;
  for (const RuntimeFile &file : runtimeFiles())
    if (file.name.ends_with(".c"))
      names.emplace_back(file.name);
  names.emplace_back(kSchedule);
  return names;
}

Result<void> writeRuntime(const ReplayRequest &request, const std::string &folder,
                          const std::function<std::string(const std::string &)> &nameOf) {
  for (const RuntimeFile &file : runtimeFiles()) {
    std::string text(file.text);
    if (file.name == kWrapped)
      for (const std::string &call : steppedCalls(request.race.run))
        text += "-Wl,--wrap=" + call + "\n";
    if (const Result<void> written =
            writeFileAtomically(folder + "/" + std::string(file.name), text);
        !written)
      return fail(written.error());
  }
  return writeFileAtomically(folder + "/" + kSchedule, scheduleTables(request, nameOf));
}

Result<BuiltReplay> buildReplay(const ReplayRequest &request, const std::string &folder) {
  const Result<std::vector<CompileUnit>> units = sourceUnits(request.program);
  if (!units)
    return fail(units.error());
  const Result<std::string> clang = findClang();
  if (!clang)
    return fail(clang.error());
  const auto asItIs = [](const std::string &file) { return file; };
  if (const Result<void> written = writeRuntime(request, folder, asItIs); !written)
    return fail(written.error());
  if (const Result<void> compiled = compileRuntime(*clang, folder); !compiled)
    return fail(compiled.error());
  Result<void> linked = compileAndLink(*units, request, {}, *clang, folder);
  if (linked)
    return BuiltReplay{folder + "/replay", {}};
  // C99 requires a definition elsewhere for an `inline` function, which optimising compilers do not
  // miss. A part of a larger program names functions that the race does not need: each is looked
  // for when it is called, for which it must be among the symbols that the loader sees. Large
  // atomics are in a library that need not be installed.
  std::vector<std::string> lenient{"-fgnu89-inline", "-Wl,-z,muldefs", "-rdynamic",
                                   "-Wl,--unresolved-symbols=ignore-all", "-latomic"};
  for (; lenient.size() >= 4; lenient.pop_back())
    if (compileAndLink(*units, request, lenient, *clang, folder))
      return BuiltReplay{folder + "/replay", lenient};
  return fail(linked.error());
}

} // namespace raceward
