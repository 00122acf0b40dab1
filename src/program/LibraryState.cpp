#include "raceward/program/LibraryState.h"

#include <array>

namespace raceward {

namespace {

struct StateRow {
  std::string_view function;
  std::string_view state;
  bool writes = true;
};

constexpr auto kStates = std::to_array<StateRow>({
    {"strtok", "strtok"},
    {"drand48", "drand48"},
    {"lrand48", "drand48"},
    {"mrand48", "drand48"},
    {"srand48", "drand48"},
    {"seed48", "drand48"},
    {"lcong48", "drand48"},
    // They share one struct tm; the text is a separate object.
    {"localtime", "localtime"},
    {"gmtime", "localtime"},
    {"ctime", "localtime"},
    {"ctime", "asctime"},
    {"asctime", "asctime"},
    {"getenv", "environment", false},
    {"secure_getenv", "environment", false},
    {"__secure_getenv", "environment", false},
    {"setenv", "environment"},
    {"putenv", "environment"},
    {"unsetenv", "environment"},
    {"clearenv", "environment"},
    {"setlocale", "locale"},
    {"localeconv", "locale"},
    {"getpwnam", "getpwnam"},
    {"getpwuid", "getpwnam"},
    {"getpwent", "getpwnam"},
    {"getgrnam", "getgrnam"},
    {"getgrgid", "getgrnam"},
    {"getgrent", "getgrnam"},
    {"gethostbyname", "gethostbyname"},
    {"gethostbyaddr", "gethostbyname"},
    {"ttyname", "ttyname"},
    {"getopt", "getopt"},
    {"getopt_long", "getopt"},
    {"hcreate", "hsearch"},
    {"hsearch", "hsearch"},
    {"hdestroy", "hsearch"},
    {"ecvt", "ecvt"},
    {"fcvt", "ecvt"},
    {"l64a", "l64a"},
});

} // namespace

std::vector<StateAccess> libraryStateOf(std::string_view function) {
  std::vector<StateAccess> found;
  for (const StateRow &row : kStates)
    if (row.function == function)
      found.push_back({row.state, row.writes});
  return found;
}

bool readsTime(std::string_view function) {
  return function == "localtime" || function == "gmtime" || function == "ctime";
}

std::string symbolOfState(std::string_view state) {
  return "__raceward_state_of_" + std::string(state);
}

std::string nameOfState(std::string_view state) {
  return state == "environment" ? "<environment>" : "<state of " + std::string(state) + ">";
}

bool isLibraryState(std::string_view name) {
  return name == nameOfState("environment") || name.starts_with("<state of ");
}

} // namespace raceward
