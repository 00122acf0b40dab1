// The commands, one file each. Each gets the words after its name and returns the
// status to exit with.
#pragma once

#include "Arguments.h"
#include "OptionParser.h"

#include <string>

namespace raceward {

int runCheckCommand(const Arguments &arguments);
int runValidateCommand(const Arguments &arguments);
int runReplayCommand(const Arguments &arguments);
int runShowCommand(const Arguments &arguments);
int runBatchCommand(const Arguments &arguments);
int runInterpretCommand(const Arguments &arguments);
int runPathsCommand(const Arguments &arguments);
int runModelsCommand(const Arguments &arguments);
int runDoctorCommand(const Arguments &arguments);
int runSelftestCommand(const Arguments &arguments);

/// Prints the help that was asked for; the status to exit with.
int printHelp(const std::string &text);

} // namespace raceward
