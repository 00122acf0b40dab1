#include "terminal/Progress.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "terminal/Messages.h"
#include "terminal/Terminal.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace raceward {

namespace {

constexpr std::chrono::milliseconds kRedraw{100};

bool startsCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

std::size_t columnsOf(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), startsCharacter));
}

std::string_view firstColumns(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (startsCharacter(text[at]) && columns-- == 0)
      break;
    ++at;
  }
  return text.substr(0, at);
}

} // namespace

std::string progressText(std::uint64_t seconds, std::string_view phase, std::uint64_t memoryBytes,
                         unsigned width) {
  std::array<char, 32> clock;
  std::snprintf(clock.data(), clock.size(), "[%3llus] ", static_cast<unsigned long long>(seconds));
  const std::size_t room = width > 1 ? width - 1 : 1;
  const std::string memory = "  " + formatBytes(memoryBytes);
  std::string line = clock.data();
  std::string words = terminalSafeLine(phase);
  std::replace(words.begin(), words.end(), '\n', ' ');
  std::replace(words.begin(), words.end(), '\t', ' ');
  // The phase is shortened first: the changing numbers show progress.
  const std::size_t taken = line.size() + memory.size();
  if (taken + columnsOf(words) > room) {
    const std::size_t left = room > taken + 1 ? room - taken - 1 : 0;
    words = left > 0 ? std::string(firstColumns(words, left)) + "…" : std::string();
  }
  line += words + memory;
  return std::string(firstColumns(line, room));
}

ProgressLine::ProgressLine(int fd, Show show)
    : fd_(fd), enabled_(show == Show::Yes && isLiveTerminal(fd)) {}

void ProgressLine::setPhase(std::string_view phase) {
  phase_ = phase;
}

void ProgressLine::tick(std::uint64_t memoryBytes) {
  const Clock::time_point now = Clock::now();
  if (!enabled_ || now - last_ < kRedraw)
    return;
  last_ = now;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  drawn_ = true;
  writeAll(fd_, "\r" +
                    progressText(static_cast<std::uint64_t>(seconds), phase_, memoryBytes,
                                 terminalWidth(fd_)) +
                    "\x1b[K");
}

void ProgressLine::erase() {
  if (drawn_)
    writeAll(fd_, "\r\x1b[K");
  drawn_ = false;
}

} // namespace raceward
