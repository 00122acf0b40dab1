// The message for a thread that waits for itself.
#pragma once

#include <string_view>

namespace raceward {

/// The end of the fault message of a thread that locks a normal mutex which it holds. The effect is
/// not defined for every kind of mutex, so no verdict about races rests on it; but it is a
/// deadlock.
inline constexpr std::string_view kRelocked = "is locked that the thread holds already";

} // namespace raceward
