#include "raceward/check/Child.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>

namespace raceward {

namespace {

constexpr std::size_t kMostErrorBytes = std::size_t{64} * 1024;
constexpr std::size_t kLongestLine = 400;

/// A failed check or a sanitizer prints a line of its own, with more after it; otherwise the last
/// line is the most useful one.
std::string bestLine(std::string_view text) {
  constexpr std::array telling{"internal check failed", "ERROR: AddressSanitizer",
                               "runtime error:", "LLVM ERROR:", "what():"};
  std::string_view best;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view clean = trim(line);
    if (clean.empty())
      continue;
    best = clean;
    if (std::any_of(telling.begin(), telling.end(),
                    [&](const char *mark) { return clean.find(mark) != std::string_view::npos; }))
      break;
  }
  return sanitizedUtf8(best.substr(0, kLongestLine));
}

std::string during(const std::string &phase) {
  return phase.empty() ? std::string() : " while " + phase;
}

std::string secondsText(double seconds) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.10g s", seconds);
  return text.data();
}

Gap crashGap(const ChildEnd &end) {
  Gap gap{GapKind::EngineCrash, {}, {}, {}};
  if (end.process.succeeded()) {
    gap.message = "the engine's process ended without an answer" + during(end.phase);
  } else {
    gap.message =
        "the engine's process died" + during(end.phase) + " (" + describe(end.process) + ")";
  }
  if (!end.lastWords.empty())
    gap.message += ": " + end.lastWords;
  const bool killed =
      end.process.kind == ProcessEnd::Kind::Signalled && end.process.code == SIGKILL;
  gap.hint = killed
                 ? "it was killed from outside; if the system did so because memory ran out, set "
                   "--memory-limit"
                 : "this is a defect of Raceward: please report it with this message, the "
                   "program and what `raceward doctor` prints";
  return gap;
}

} // namespace

Result<ChildEnd> runChild(const std::function<void(const WireSend &)> &body,
                          const ProcessLimits &limits, const CheckEvents &events,
                          const std::function<void(WireMessage &&)> &onMessage) {
  ChildEnd childEnd;
  std::string errors;
  LineAssembler lines;
  const auto receive = [&](std::string_view line) {
    std::optional<WireMessage> message = decode(line);
    if (!message)
      return;
    if (auto *progress = std::get_if<WireProgress>(&*message)) {
      childEnd.phase = std::move(progress->phase);
      if (events.onProgress)
        events.onProgress(childEnd.phase);
    } else if (const auto *warnings = std::get_if<WireWarnings>(&*message)) {
      if (events.onWarnings)
        events.onWarnings(warnings->text);
    } else {
      if (const auto *status = std::get_if<WorkStatus>(&*message); status && events.onWork)
        events.onWork(*status);
      onMessage(std::move(*message));
    }
  };

  ProcessWatch watch;
  watch.limits = limits;
  watch.onOutput = [&](std::string_view text) { lines.add(text, receive); };
  watch.onErrors = [&](std::string_view text) {
    errors += text;
    if (errors.size() > 2 * kMostErrorBytes)
      errors.erase(0, errors.size() - kMostErrorBytes);
  };
  watch.cancelled = events.cancelled;
  watch.onTick = events.onTick;

  const Result<ProcessEnd> end = runForked(
      [&](int fd) {
        bool sent = true;
        body([&](const WireMessage &message) { sent = writeAll(fd, encode(message)) && sent; });
        return sent ? 0 : 1;
      },
      watch);
  if (!end)
    return fail(end.error());
  childEnd.process = *end;
  childEnd.lastWords = bestLine(errors);
  return childEnd;
}

Gap interruptionFrom(const ChildEnd &end, const ProcessLimits &limits) {
  switch (end.process.kind) {
  case ProcessEnd::Kind::TimeLimit:
    return Gap{GapKind::TimeLimit,
               "the time limit of " + secondsText(limits.wallSeconds.value_or(0)) + " was reached" +
                   during(end.phase),
               {},
               "raise --time-limit, or leave it out"};
  case ProcessEnd::Kind::MemoryLimit:
    if (!limits.memoryBytes)
      return Gap{GapKind::MemoryLimit,
                 "memory ran out" + during(end.phase),
                 {},
                 "run the check on a machine with more memory"};
    return Gap{GapKind::MemoryLimit,
               "the memory limit of " + formatBytes(*limits.memoryBytes) + " was reached" +
                   during(end.phase),
               {},
               "raise --memory-limit, or leave it out"};
  case ProcessEnd::Kind::Cancelled:
    return Gap{GapKind::Interrupted,
               "the check was interrupted" + during(end.phase),
               {},
               "run it again, and let it finish or give it a --time-limit"};
  case ProcessEnd::Kind::Exited:
  case ProcessEnd::Kind::Signalled:
    break;
  }
  return crashGap(end);
}

} // namespace raceward
