// State of the C library that functions share without a lock: POSIX does not require them to be
// safe in several threads, and glibc marks them MT-Unsafe. Each such state is an object of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct StateAccess {
  std::string_view state; ///< its name
  bool writes = true;
};

/// Nothing for functions that are safe.
std::vector<StateAccess> libraryStateOf(std::string_view function);

/// Whether its argument points to a time_t, which is read.
bool readsTime(std::string_view function);

/// The linker's name of the variable that stands for the state, and what reports call it.
std::string symbolOfState(std::string_view state);
std::string nameOfState(std::string_view state);
/// Of the name of an access.
bool isLibraryState(std::string_view name);

} // namespace raceward
