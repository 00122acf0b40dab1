// State of the C library that functions share without a lock: POSIX does not require them to be
// thread-safe, and glibc marks them MT-Unsafe. Models in C have a variable for each such state,
// whose name starts with `state_of_`.
#pragma once

#include <string>
#include <string_view>

namespace raceward {

/// The symbol of the variable that stands for the state in instrumented programs, and its name in
/// reports.
std::string symbolOfState(std::string_view state);
std::string nameOfState(std::string_view state);
/// The name of a lock of the library.
std::string nameOfLock(std::string_view lock);
/// Whether the name of an access denotes library state, or a part of it.
bool isLibraryState(std::string_view name);
/// The state that reports give this name; empty if it does not denote one.
std::string stateNamed(std::string_view nameInReports);

} // namespace raceward
