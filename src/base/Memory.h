// How much memory a process and its descendants hold. Private to base.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace raceward {

std::uint64_t residentBytesOfTree(pid_t root);

} // namespace raceward
