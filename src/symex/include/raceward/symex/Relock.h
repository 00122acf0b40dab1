// That a thread waits for itself.
#pragma once

#include <string_view>

namespace raceward {

/// How the fault of a thread ends that locks a normal mutex which it holds. What that does is not
/// defined for every kind of mutex, so no verdict about races rests on it; but it is a deadlock.
inline constexpr std::string_view kRelocked = "is locked that the thread holds already";

} // namespace raceward
