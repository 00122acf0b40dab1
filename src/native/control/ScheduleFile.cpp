#include "raceward/native/ScheduleFile.h"

#include "raceward/base/Text.h"
#include "raceward_control.h"

#include <charconv>

namespace raceward {

namespace {

constexpr std::string_view kFirstLine = "raceward-schedule 1";
constexpr std::uint64_t kMostSteps = 100'000'000;

bool readNumber(std::string_view text, std::uint64_t &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

} // namespace

std::string scheduleText(std::span<const std::uint8_t> threads) {
  std::string text(kFirstLine);
  text += '\n';
  for (std::size_t at = 0; at < threads.size();) {
    std::size_t end = at;
    while (end < threads.size() && threads[end] == threads[at])
      ++end;
    text += std::to_string(threads[at]) + " " + std::to_string(end - at) + "\n";
    at = end;
  }
  return text;
}

Result<std::vector<std::uint8_t>> parseSchedule(std::string_view text) {
  std::vector<std::uint8_t> threads;
  std::size_t lineNumber = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++lineNumber;
    if (lineNumber == 1 && line != kFirstLine)
      return fail(Error::Kind::Input, "this is not a schedule: the first line is not '" +
                                          std::string(kFirstLine) + "'");
    if (lineNumber == 1 || line.empty())
      continue;
    const auto fields = split(line, ' ');
    std::uint64_t thread = 0;
    std::uint64_t count = 0;
    if (fields.size() != 2 || !readNumber(fields[0], thread) || !readNumber(fields[1], count) ||
        thread >= RW_MOST_THREADS || count == 0 || count > kMostSteps - threads.size())
      return fail(Error::Kind::Input,
                  "line " + std::to_string(lineNumber) + " of the schedule is not 'THREAD STEPS'");
    threads.insert(threads.end(), count, static_cast<std::uint8_t>(thread));
  }
  if (threads.empty())
    return fail(Error::Kind::Input, "the schedule has no steps");
  return threads;
}

} // namespace raceward
