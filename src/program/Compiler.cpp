#include "Compiler.h"

#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/program/Preprocess.h"
#include "raceward/program/Tolerance.h"

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace raceward {

namespace {

/// Limit on the compiler's messages; more would not help.
constexpr std::size_t kMostMessageBytes = std::size_t{64} * 1024;

void appendLimited(std::string &to, std::string_view text) {
  if (to.size() < kMostMessageBytes)
    to.append(text.substr(0, kMostMessageBytes - to.size()));
}

bool isClang19(const std::string &clang) {
  std::string version;
  ProcessWatch watch;
  watch.limits.wallSeconds = 20;
  watch.onOutput = [&](std::string_view text) { appendLimited(version, text); };
  const auto end = runCommand({clang, "--version"}, watch);
  return end && end->succeeded() && version.find("clang version 19.") != std::string::npos;
}

constexpr std::initializer_list<const char *> kToBitcode{"-emit-llvm", "-c", "-o", "-", "-x"};
constexpr std::initializer_list<const char *> kToLayouts{"-fsyntax-only", "-Xclang",
                                                         "-fdump-record-layouts-complete", "-x"};
constexpr std::initializer_list<const char *> kToMessages{"-fsyntax-only", "-x"};
constexpr std::initializer_list<const char *> kToText{"-E", "-o", "-", "-x"};

/// Debian keeps the kernel's headers for both sizes in the folder of the 64-bit ones, which clang
/// does not search with -m32. Without them <errno.h> does not compile.
std::optional<std::string> kernelHeaders32() {
  std::error_code ignored;
  if (std::filesystem::exists("/usr/include/asm/errno.h", ignored) ||
      std::filesystem::exists("/usr/include/i386-linux-gnu/asm/errno.h", ignored) ||
      !std::filesystem::exists("/usr/include/x86_64-linux-gnu/asm/errno.h", ignored))
    return std::nullopt;
  return "/usr/include/x86_64-linux-gnu";
}

std::vector<std::string> commandFor(const CompileUnit &unit, const LoadRequest &request,
                                    const std::string &clang,
                                    std::initializer_list<const char *> output) {
  std::vector<std::string> command{clang};
  const auto add = [&](std::initializer_list<const char *> flags) {
    command.insert(command.end(), flags.begin(), flags.end());
  };
  // No warnings, except that constructs which today's C compilers reject and gcc accepted for
  // decades are accepted with a message.
  add({"-Wno-everything", "-Qunused-arguments"});
  // Nor are flags read from configuration files.
  add({"--no-default-config"});
  command.push_back(request.dataModel == DataModel::ILP32 ? "-m32" : "-m64");
  command.insert(command.end(), unit.flags.begin(), unit.flags.end());
  command.insert(command.end(), request.compilerFlags.begin(), request.compilerFlags.end());
  if (request.dataModel == DataModel::ILP32)
    if (const std::optional<std::string> folder = kernelHeaders32())
      command.insert(command.end(), {"-idirafter", *folder});

  // Our own flags come last and win.
  //
  // -O1 without its passes: clang then emits lifetime markers and the bodies of inline functions,
  // but still one load or store for each access in the source.
  add({"-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-U_FORTIFY_SOURCE"});
  // Lets raceward.h and the program detect Raceward.
  add({"-D__RACEWARD__=1"});
  // Signed overflow wraps (rule R10); type-based aliasing proves nothing about threads.
  add({"-fwrapv", "-fno-strict-aliasing"});
  // Explicit calls of these stay calls, to distinguish them from copies of structs.
  add({"-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset"});
  // Names of values identify the purpose of a temporary.
  add({"-fno-discard-value-names"});
  // With checksums of the files read (Sources.h).
  add({"-gdwarf-5"});
  add({"-g", "-gcolumn-info", "-fno-stack-protector", "-fcf-protection=none", "-fno-lto",
       "-fno-sanitize=all", "-fno-profile-instr-generate"});
  add({"-Wno-error"});
  for (const char *warning : {"implicit-function-declaration", "implicit-int", "int-conversion",
                              "incompatible-function-pointer-types", "return-mismatch"}) {
    command.push_back(std::string("-W") + warning);
    command.push_back(std::string("-Wno-error=") + warning);
  }
  command.push_back(request.colour ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
  add(output);
  command.push_back(std::filesystem::path(unit.file).extension() == ".i" ? "cpp-output" : "c");
  command.push_back(unit.file);
  return command;
}

Unexpected explain(const CompileUnit &unit, const ProcessEnd &end, std::string messages) {
  Error error;
  error.details = std::move(messages);
  if (end.kind == ProcessEnd::Kind::Signalled || end.code > 2 ||
      error.details.find("PLEASE submit a bug report") != std::string::npos) {
    // With very little memory, the loader fails before clang begins.
    const bool memory =
        error.details.find("out of memory") != std::string::npos ||
        error.details.find("error while loading shared libraries") != std::string::npos;
    error.kind = memory ? Error::Kind::Resource : Error::Kind::Input;
    error.message = memory ? "clang ran out of memory on '" + unit.file + "'"
                           : "clang crashed on '" + unit.file + "' (" + describe(end) + ")";
    error.hint = memory ? "raise --memory-limit" : "check that the file is C source text";
    if (!memory)
      error.details.clear(); // its stack trace would not help
  } else {
    error.kind = Error::Kind::Input;
    error.message = "'" + unit.file + "' does not compile";
    error.hint = "give the flags your build uses after --, or its folder with -p";
    if (error.details.find("bits/libc-header-start.h") != std::string::npos ||
        error.details.find("gnu/stubs-32.h") != std::string::npos)
      error.hint = "the 32-bit system headers are missing: install libc6-dev-i386";
    else if (error.details.find("'asm/errno.h' file not found") != std::string::npos)
      error.hint = "the kernel's headers are missing: install linux-libc-dev";
    else if (std::string hint = hintFor(error.details); !hint.empty())
      error.hint = std::move(hint);
  }
  return fail(std::move(error));
}

} // namespace

Result<void> requirePlainName(const std::string &file) {
  if (!std::filesystem::path(file).filename().string().starts_with('@'))
    return {};
  return fail(Error::Kind::Input, "'" + file + "' is not compiled: its name begins with @",
              "clang would read its own flags from another file; give it another name");
}

Result<std::string> findClang() {
  if (const char *chosen = std::getenv("RACEWARD_CLANG"); chosen && *chosen) {
    if (isClang19(chosen))
      return std::string(chosen);
    return fail(Error::Kind::Setup,
                "RACEWARD_CLANG is '" + std::string(chosen) + "', which is not a clang 19",
                "set it to the path of one, or unset it and install clang-19");
  }
  // A name with the version in it is trusted: asking for the version costs as much as compiling a
  // small file. The second candidate is the path found by the build.
  for (const char *candidate : {"clang-19", RW_CLANG_PATH})
    if (canRun(candidate))
      return std::string(candidate);
  if (isClang19("clang"))
    return std::string("clang");
  return fail(Error::Kind::Setup, "clang 19 is needed to read C files, and is not there",
              "install it (on Debian: apt install clang-19), or set RACEWARD_CLANG to its path");
}

namespace {

/// One run of clang: its end, its output and its messages.
struct ClangRun {
  ProcessEnd end;
  std::string output;
  std::string messages;
};

Result<ClangRun> runClang(const CompileUnit &unit, const LoadRequest &request,
                          const std::string &clang, std::initializer_list<const char *> output) {
  ClangRun run;
  ProcessWatch watch;
  watch.directory = unit.directory;
  watch.onOutput = [&](std::string_view text) { run.output += text; };
  watch.onErrors = [&](std::string_view text) { appendLimited(run.messages, text); };
  std::vector<std::string> command = commandFor(unit, request, clang, output);
  std::optional<TemporaryDirectory> folder;
  if (!unit.prelude.empty()) {
    Result<TemporaryDirectory> created = TemporaryDirectory::create();
    if (!created)
      return fail(created.error());
    folder.emplace(std::move(*created));
    const Result<std::vector<std::string>> flags = preludeFlags(unit, folder->path());
    if (!flags)
      return fail(flags.error());
    command.insert(command.begin() + 1, flags->begin(), flags->end());
  }
  const auto end = runCommand(command, watch);
  if (!end)
    return fail(end.error());
  run.end = *end;
  return run;
}

} // namespace

Result<std::string> compileToBitcode(CompileUnit &unit, const LoadRequest &request,
                                     const std::string &clang) {
  constexpr int kMostAttempts = 4; // an error may hide others
  Result<ClangRun> first = runClang(unit, request, clang, kToBitcode);
  if (!first)
    return fail(first.error());
  const auto isDone = [](const ClangRun &run) {
    return run.end.succeeded() && !run.output.empty();
  };
  ClangRun last = *first;
  CompileUnit tried = unit;
  std::string tolerated;
  for (int attempt = 1; attempt < kMostAttempts && !isDone(last); ++attempt) {
    const std::optional<Tolerated> more = toleranceFor(tried, last.messages);
    if (!more)
      break;
    tried = more->unit;
    tolerated += (tolerated.empty() ? "" : "; ") + more->words;
    Result<ClangRun> again = runClang(tried, request, clang, kToBitcode);
    if (!again)
      return fail(again.error());
    last = std::move(*again);
  }
  if (!isDone(last))
    return explain(unit, first->end, std::move(first->messages));
  if (!tolerated.empty()) {
    unit = std::move(tried);
    last.messages = unit.file + ": warning: not valid C, and taken all the same: " + tolerated +
                    "\n" + last.messages;
  }
  if (!last.messages.empty() && request.onWarnings)
    request.onWarnings(last.messages);
  return std::move(last.output);
}

std::string recordLayouts(const CompileUnit &unit, const LoadRequest &request,
                          const std::string &clang) {
  // Errors were reported by the compilation before.
  Result<ClangRun> run = runClang(unit, request, clang, kToLayouts);
  return run && run->end.succeeded() ? std::move(run->output) : std::string();
}

Result<std::string> compilerMessages(const LoadRequest &request) {
  RW_ASSIGN_OR_RETURN(const std::string clang, findClang());
  RW_ASSIGN_OR_RETURN(const std::vector<CompileUnit> units, sourceUnits(request));
  std::string messages;
  for (const CompileUnit &unit : units) {
    RW_RETURN_IF_ERROR(requirePlainName(unit.file));
    RW_ASSIGN_OR_RETURN(const ClangRun run, runClang(unit, request, clang, kToMessages));
    messages += run.messages;
  }
  return messages;
}

Result<std::string> preprocess(const std::string &file, DataModel dataModel,
                               const ProcessLimits &limits, std::size_t mostBytes) {
  const Result<std::string> clang = findClang();
  if (!clang)
    return fail(clang.error());
  if (const Result<void> plain = requirePlainName(file); !plain)
    return fail(plain.error());
  const CompileUnit unit{file, {}, {}};
  LoadRequest request;
  request.dataModel = dataModel;
  std::string text;
  std::string messages;
  ProcessWatch watch;
  watch.limits = limits;
  watch.onOutput = [&](std::string_view piece) {
    if (text.size() <= mostBytes)
      text += piece;
  };
  watch.onErrors = [&](std::string_view piece) { appendLimited(messages, piece); };
  watch.cancelled = [&] { return text.size() > mostBytes; };
  const auto end = runCommand(commandFor(unit, request, *clang, kToText), watch);
  if (!end)
    return fail(end.error());
  if (text.size() > mostBytes)
    return fail(Error::Kind::Input, "'" + file + "' includes too much");
  if (end->kind != ProcessEnd::Kind::Exited && end->kind != ProcessEnd::Kind::Signalled)
    return fail(Error::Kind::Resource, "clang on '" + file + "': " + describe(*end));
  if (!end->succeeded())
    return explain(unit, *end, std::move(messages));
  return text;
}

} // namespace raceward
