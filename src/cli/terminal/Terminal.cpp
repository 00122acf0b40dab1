#include "terminal/Terminal.h"

#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace raceward {

bool isLiveTerminal(int fd) {
  const char *term = std::getenv("TERM");
  return ::isatty(fd) == 1 && term && *term && std::string_view(term) != "dumb";
}

bool useColour(ColourChoice choice, int fd) {
  if (choice != ColourChoice::Auto)
    return choice == ColourChoice::Always;
  const char *refused = std::getenv("NO_COLOR");
  return isLiveTerminal(fd) && !(refused && *refused);
}

unsigned terminalWidth(int fd) {
  winsize window{};
  if (::ioctl(fd, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
    return window.ws_col;
  if (const char *columns = std::getenv("COLUMNS")) {
    const unsigned long width = std::strtoul(columns, nullptr, 10);
    if (width > 0 && width <= 10000)
      return static_cast<unsigned>(width);
  }
  return 80;
}

unsigned terminalHeight(int fd) {
  winsize window{};
  return ::ioctl(fd, TIOCGWINSZ, &window) == 0 && window.ws_row > 0 ? window.ws_row : 24;
}

} // namespace raceward
