// `raceward doctor`: is everything here that a check needs?
#include "commands/Commands.h"
#include "commands/NativeParts.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/check/Child.h"
#include "raceward/native/Replay.h"
#include "raceward/program/Load.h"
#include "terminal/Messages.h"

#include <cstdint>
#include <thread>
#include <unistd.h>

namespace raceward {

namespace {

enum class Health : std::uint8_t { Ok, Warn, Fail };

struct Finding {
  Health health = Health::Ok;
  std::string what;
  std::string text;
  std::string advice; ///< what to do; empty if all is well
};

constexpr const char *kTrivialProgram = "#include <errno.h>\n"
                                        "#include <pthread.h>\n"
                                        "#include <stdio.h>\n"
                                        "static void *run(void *unused) { return unused; }\n"
                                        "int main(void) {\n"
                                        "  pthread_t thread;\n"
                                        "  pthread_create(&thread, NULL, run, NULL);\n"
                                        "  pthread_join(thread, NULL);\n"
                                        "  return puts(\"ok\") < 0;\n"
                                        "}\n";

/// Loads the trivial program the way a check does, in a child.
Result<void> tryToLoad(const std::string &file, DataModel dataModel) {
  std::optional<Error> error;
  bool loaded = false;
  const Result<ChildEnd> end = runChild(
      [&](const WireSend &send) {
        LoadRequest request;
        request.files = {file};
        request.dataModel = dataModel;
        const Result<Program> program = loadProgram(request);
        if (!program)
          send(program.error());
        else
          send(WireText{"loaded"});
      },
      {}, {},
      [&](WireMessage &&message) {
        if (auto *reason = std::get_if<Error>(&message))
          error = std::move(*reason);
        loaded = loaded || std::holds_alternative<WireText>(message);
      });
  if (!end)
    return fail(end.error());
  if (error)
    return fail(*error);
  if (!loaded)
    return fail(Error::Kind::Internal, interruptionFrom(*end, {}).message);
  return {};
}

Finding examineClang(const Result<std::string> &clang) {
  if (clang)
    return {Health::Ok, "clang 19", *clang, {}};
  return {Health::Fail, "clang 19", clang.error().message,
          clang.error().hint.empty() ? "correct RACEWARD_CLANG, or unset it" : clang.error().hint};
}

Finding examineLp64(const std::string &file) {
  if (const Result<void> loaded = tryToLoad(file, DataModel::LP64); !loaded)
    return {Health::Fail, "64-bit programs",
            "a program with pthread.h does not compile: " + loaded.error().message,
            "install the C library's headers (on Debian: apt install libc6-dev)"};
  return {Health::Ok, "64-bit programs", "pthread.h compiles (LP64)", {}};
}

Finding examineIlp32(const std::string &file) {
  if (const Result<void> loaded = tryToLoad(file, DataModel::ILP32); !loaded)
    return {Health::Warn, "32-bit programs", "pthread.h does not compile (ILP32)",
            "for --data-model ilp32 install the 32-bit headers "
            "(on Debian: apt install libc6-dev-i386)"};
  return {Health::Ok, "32-bit programs", "pthread.h compiles (ILP32)", {}};
}

Finding examineReplay() {
  if (const Result<std::string> symbolizer = findSymbolizer(); !symbolizer)
    return {Health::Warn, "native replay", symbolizer.error().message, symbolizer.error().hint};
  return {Health::Ok, "native replay", "llvm-symbolizer is installed", {}};
}

Finding examineNativeParts() {
  for (const char *name : {kPassPlugin, kControlRuntime})
    if (const Result<std::string> part = findNativePart(name); !part)
      return {Health::Warn, "raceward cc", part.error().message, part.error().hint};
  return {Health::Ok, "raceward cc", "the compiler pass and the runtime are installed", {}};
}

Finding examineMemory() {
  const auto bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                     static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (bytes < (std::uint64_t{2} << 30))
    return {Health::Warn, "memory", formatBytes(bytes), "larger programs need 2 GiB and more"};
  return {Health::Ok, "memory", formatBytes(bytes), {}};
}

std::vector<Finding> examineAll() {
  std::vector<Finding> findings;
  const Result<std::string> clang = findClang();
  findings.push_back(examineClang(clang));

  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  Result<void> written;
  const std::string file = folder ? folder->path() + "/doctor.c" : std::string();
  if (folder)
    written = writeFileAtomically(file, kTrivialProgram);
  if (!folder || !written) {
    const Error &error = folder ? written.error() : folder.error();
    findings.push_back({Health::Fail, "temporary files", error.message,
                        "set TMPDIR to a folder that can be written"});
  } else {
    findings.push_back({Health::Ok, "temporary files", "can be written", {}});
    if (clang) {
      findings.push_back(examineLp64(file));
      findings.push_back(examineIlp32(file));
    }
  }
  findings.push_back(examineReplay());
  findings.push_back(examineNativeParts());
  findings.push_back(examineMemory());
  findings.push_back(
      {Health::Ok, "processors", std::to_string(std::thread::hardware_concurrency()), {}});
  return findings;
}

std::string findingLine(const Finding &finding) {
  constexpr std::size_t kColumn = 18;
  std::string what = finding.what;
  what.resize(std::max(what.size(), kColumn), ' ');
  std::string line = finding.health == Health::Ok     ? "ok    "
                     : finding.health == Health::Warn ? "warn  "
                                                      : "FAIL  ";
  line += what + terminalSafe(finding.text) + "\n";
  if (!finding.advice.empty())
    line += "      " + terminalSafe(finding.advice) + "\n";
  return line;
}

} // namespace

Result<int> runDoctorCommand(const CommandLine & /*line*/) {
  std::string text = "raceward " RW_VERSION ", LLVM " RW_LLVM_VERSION "\n\n";
  std::size_t missing = 0;
  std::size_t optional = 0;
  for (const Finding &finding : examineAll()) {
    text += findingLine(finding);
    missing += finding.health == Health::Fail ? 1 : 0;
    optional += finding.health == Health::Warn ? 1 : 0;
  }
  text += "\n";
  if (missing > 0)
    text += "Raceward cannot check programs yet: see the lines with FAIL.\n";
  else if (optional > 0)
    text += "Raceward can check programs; the lines with warn say what else it could do.\n"
            "Next: `raceward selftest` checks known programs.\n";
  else
    text += "Everything is here. Next: `raceward selftest` checks known programs.\n";
  RW_RETURN_IF_ERROR(printResult(text));
  return missing > 0 ? static_cast<int>(ExitStatus::BadInput) : 0;
}

} // namespace raceward
