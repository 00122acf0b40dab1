#include "Sanitizer.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/program/Load.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace raceward::test {
namespace {

constexpr double kCompileSeconds = 60;
constexpr double kRunSeconds = 2;

struct Told {
  ProcessEnd end;
  std::string errors;
};

Result<Told> tell(const std::vector<std::string> &command, double seconds) {
  Told told;
  ProcessWatch watch;
  watch.limits.wallSeconds = seconds;
  watch.onErrors = [&](std::string_view piece) { told.errors += piece; };
  Result<ProcessEnd> end = runCommand(command, watch);
  if (!end)
    return fail(end.error());
  told.end = *end;
  return told;
}

/// The line in "    #0 f1 /tmp/x/program.c:12:5 (program+0x1)", if it is of `file`.
std::optional<std::uint32_t> lineIn(std::string_view frame, const std::string &file) {
  const std::size_t at = frame.find(file + ":");
  if (at == std::string_view::npos)
    return std::nullopt;
  const std::string_view number = frame.substr(at + file.size() + 1);
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), line);
  return error == std::errc{} ? std::optional(line) : std::nullopt;
}

/// ThreadSanitizer takes an allocation for a write of the object. C knows no such access, and our
/// machine takes the end of an object for a misuse, not for a race.
bool isOfAllocation(std::string_view frame) {
  for (const std::string_view name : {"#0 malloc ", "#0 calloc ", "#0 realloc ", "#0 free "})
    if (frame.find(name) != std::string_view::npos)
      return true;
  return false;
}

/// A report names two accesses, each with the calls that led to it, innermost first.
std::set<LinePair> racesIn(const std::string &report, const std::string &file) {
  std::set<LinePair> races;
  std::vector<std::uint32_t> lines;
  bool isAccess = false; ///< the next frame of the program is that of an access
  for (const std::string_view line : split(report, '\n')) {
    if (line.find("WARNING: ThreadSanitizer: data race") != std::string_view::npos) {
      lines.clear();
      isAccess = false;
    } else if (line.find(" of size ") != std::string_view::npos) {
      isAccess = true;
    } else if (line.empty() || line.find("created by") != std::string_view::npos) {
      isAccess = false;
    } else if (isAccess && isOfAllocation(line)) {
      isAccess = false;
    } else if (isAccess && line.find('#') != std::string_view::npos) {
      if (const std::optional<std::uint32_t> found = lineIn(line, file)) {
        lines.push_back(*found);
        isAccess = false;
        if (lines.size() == 2)
          races.insert(std::minmax(lines[0], lines[1]));
      }
    }
  }
  return races;
}

} // namespace

Result<Sanitizer> Sanitizer::make() {
  const Result<std::string> clang = findClang();
  if (!clang)
    return fail(clang.error());
  Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());
  // Not instrumented, so that nothing in there can race.
  const Result<Told> compiled = tell(
      {*clang, "-O1", "-c", RW_CROSS_JUDGE, "-o", folder->path() + "/judge.o"}, kCompileSeconds);
  if (!compiled)
    return fail(compiled.error());
  Sanitizer sanitizer(*clang, std::move(*folder));
  const std::string trivial = sanitizer.folder_.path() + "/trivial.c";
  if (const Result<void> written = writeFileAtomically(trivial, "int main(void) { return 0; }\n");
      !written)
    return fail(written.error());
  if (const Result<std::set<LinePair>> works = sanitizer.racesOf(trivial, 1); !works)
    return fail(works.error());
  return sanitizer;
}

Result<std::set<LinePair>> Sanitizer::racesOf(const std::string &file, std::uint64_t runs) const {
  const std::string binary = file + ".tsan";
  const Result<Told> compiled = tell({clang_, "-g", "-w", "-DCROSS_JUDGE", "-fsanitize=thread",
                                      "-pthread", file, folder_.path() + "/judge.o", "-o", binary},
                                     kCompileSeconds);
  if (!compiled)
    return fail(compiled.error());
  if (!compiled->end.succeeded())
    return fail(Error::Kind::Setup, "does not compile for ThreadSanitizer: " + compiled->errors);
  std::set<LinePair> races;
  for (std::uint64_t run = 1; run <= runs; ++run) {
    const Result<Told> told = tell({"env", "CROSS_SEED=" + std::to_string(run),
                                    "TSAN_OPTIONS=halt_on_error=1:report_thread_leaks=0:report_"
                                    "mutex_bugs=0:report_signal_unsafe=0:"
                                    "external_symbolizer_path=" RW_SYMBOLIZER,
                                    binary},
                                   kRunSeconds);
    if (!told)
      return fail(told.error());
    if (told->errors.find("FATAL: ThreadSanitizer") != std::string::npos)
      return fail(Error::Kind::Setup, "ThreadSanitizer does not work here: " + told->errors);
    races.merge(racesIn(told->errors, file));
    if (told->end.kind == ProcessEnd::Kind::TimeLimit)
      break; // it waits for ever, and will again
  }
  return races;
}

} // namespace raceward::test
