// A text about a program, made in a child process: a crash while it is loaded is a message here.
#pragma once

#include "raceward/program/Load.h"

#include <functional>
#include <string>

namespace raceward {

Result<std::string> textAbout(const LoadRequest &request,
                              const std::function<std::string(const Program &)> &write);

} // namespace raceward
