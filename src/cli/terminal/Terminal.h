// Capabilities of the terminal, and the user's choices.
#pragma once

#include <cstdint>

namespace raceward {

enum class ColourChoice : std::uint8_t { Auto, Always, Never };

/// Auto: on a terminal that is not dumb, unless NO_COLOR is set (no-color.org).
bool useColour(ColourChoice choice, int fd);

/// A terminal on which lines can be redrawn.
bool isLiveTerminal(int fd);

/// Columns of the terminal; without one, $COLUMNS or 80.
unsigned terminalWidth(int fd);
/// Lines of the terminal; without one, 24.
unsigned terminalHeight(int fd);

} // namespace raceward
