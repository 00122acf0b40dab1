// State of the C library that functions share without a lock: POSIX does not require them to be
// thread-safe, and glibc marks them MT-Unsafe. Each such state is a separate object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct StateAccess {
  std::string_view state; ///< its name
  bool writes = true;
};

/// Empty for thread-safe functions.
std::vector<StateAccess> libraryStateOf(std::string_view function);

/// Whether its argument points to a time_t, which it reads.
bool readsTime(std::string_view function);

/// The symbol of the variable that stands for the state, and its name in reports.
std::string symbolOfState(std::string_view state);
std::string nameOfState(std::string_view state);
/// Whether the name of an access denotes library state.
bool isLibraryState(std::string_view name);

} // namespace raceward
