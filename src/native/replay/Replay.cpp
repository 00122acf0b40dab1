#include "raceward/native/Replay.h"

#include "ReplayLog.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/model/MainArguments.h"
#include "raceward/program/LibraryState.h"

#include <filesystem>

namespace raceward {

namespace {

constexpr std::uint64_t kMostMemory = std::uint64_t{4} << 30;
constexpr std::size_t kMostReportBytes = std::size_t{256} * 1024;

/// The last thing that a program says before it ends is mostly why. The loader begins with the
/// program's path, which the user does not know.
std::string lastLineOf(std::string_view report, const std::string &executable) {
  constexpr std::size_t kMostCharacters = 200;
  report = report.substr(0, report.find_last_not_of(" \r\n") + 1);
  const std::size_t begin = report.rfind('\n') + 1; // 0 if there is one line only
  std::string line(report.substr(begin));
  const std::string path = executable + ": ";
  for (std::size_t at = line.find(path); at != std::string::npos; at = line.find(path))
    line.erase(at, path.size());
  return sanitizedUtf8(line.substr(0, kMostCharacters));
}

} // namespace

Result<std::string> findSymbolizer() {
  for (const char *candidate :
       {"/usr/bin/llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer",
        "/usr/local/bin/llvm-symbolizer", "/usr/bin/llvm-symbolizer"})
    if (canRun(candidate))
      return std::string(candidate);
  return fail(Error::Kind::Setup, "llvm-symbolizer is needed to replay a race, and was not found",
              "install it (on Debian: apt install llvm-19)");
}

Result<ReplayResult> runReplay(const BuiltReplay &built, const ReplayRequest &request,
                               const std::string &folder) {
  const Result<std::string> helper = findSymbolizer();
  if (!helper)
    return fail(helper.error());
  const std::string log = folder + "/log";
  std::string report;
  bool tooMuchMemory = false;
  ProcessWatch watch;
  watch.limits.wallSeconds = request.timeLimitSeconds;
  if (request.inOwnFolder) {
    watch.directory = folder + "/work";
    std::error_code failed;
    if (!std::filesystem::create_directory(watch.directory, failed))
      return fail(Error::Kind::Resource,
                  "cannot create the folder '" + watch.directory + "': " + failed.message());
  }
  // ThreadSanitizer maps terabytes and uses little of them: resident memory is limited instead.
  watch.onTick = [&](std::uint64_t resident) { tooMuchMemory |= resident > kMostMemory; };
  watch.cancelled = [&] { return tooMuchMemory || (request.cancelled && request.cancelled()); };
  watch.onErrors = [&](std::string_view text) {
    if (report.size() < kMostReportBytes)
      report.append(text.substr(0, kMostReportBytes - report.size()));
  };
  std::vector<std::string> command = {"env", "TSAN_OPTIONS=external_symbolizer_path=" + *helper,
                                      "RACEWARD_REPLAY_LOG=" + log, built.executable};
  for (std::string &word : mainArgumentsIn(request.race.run.inputs))
    command.push_back(std::move(word));
  const Result<ProcessEnd> end = runCommand(command, watch);
  if (!end)
    return fail(end.error());
  ReplayResult result;
  if (const Result<std::string> text = readFile(log))
    if (std::optional<ReplayResult> read = readReplayLog(*text))
      result = std::move(*read);
  result.report = sanitizedUtf8(report);
  if (result.outcome == ReplayResult::Outcome::Broken) {
    result.words = "the program " + (tooMuchMemory ? "stopped at 4 GiB of memory" : describe(*end));
    if (const std::string said = lastLineOf(result.report, built.executable); !said.empty())
      result.words += ": " + said;
  }
  return result;
}

Result<ReplayResult> replayNatively(const ReplayRequest &request) {
  if (isLibraryState(request.race.first.name))
    return fail(Error::Kind::Input,
                "the access is inside of the C library, which ThreadSanitizer does not watch",
                "build the program with raceward cc: raceward run shows the race");
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());
  // TMPDIR may be a relative path, and the program may run elsewhere.
  std::error_code failed;
  const std::string path = std::filesystem::absolute(folder->path(), failed).string();
  if (failed)
    return fail(Error::Kind::Resource, "the current folder is not known: " + failed.message());
  const Result<BuiltReplay> built = buildReplay(request, path);
  if (!built)
    return fail(built.error());
  return runReplay(*built, request, path);
}

Confirmation confirmationFrom(const Result<ReplayResult> &result, DataModel model) {
  using Answer = Confirmation::Answer;
  if (!result)
    return {Answer::NotConfirmed, result.error().message};
  const std::string build = model == DataModel::ILP32 ? " (built for 64 bits)" : "";
  if (result->outcome == ReplayResult::Outcome::Confirmed)
    return {Answer::Confirmed,
            "ThreadSanitizer reported these two lines in one forced run of the native program" +
                build};
  const bool diverged = result->outcome == ReplayResult::Outcome::Diverged;
  return {Answer::NotConfirmed,
          (diverged ? "the native run diverged " : "") + result->words + build};
}

} // namespace raceward
