// The commands, one file each. Each gets the arguments after its name and returns the exit status.
#pragma once

#include "Arguments.h"
#include "OptionParser.h"

#include <functional>
#include <span>
#include <string>

namespace raceward {

struct Command {
  const char *name;
  const char *summary; ///< for people, without a full stop
  int (*run)(const Arguments &);
};
std::span<const Command> allCommands();

int runCheckCommand(const Arguments &arguments);
int runRunCommand(const Arguments &arguments);
int runValidateCommand(const Arguments &arguments);
int runReplayCommand(const Arguments &arguments);
int runShowCommand(const Arguments &arguments);
int runBatchCommand(const Arguments &arguments);
int runWorkerCommand(const Arguments &arguments);
int runInterpretCommand(const Arguments &arguments);
int runPathsCommand(const Arguments &arguments);
int runModelsCommand(const Arguments &arguments);
int runDoctorCommand(const Arguments &arguments);
int runSelftestCommand(const Arguments &arguments);
int runCcCommand(const Arguments &arguments);
int runCxxCommand(const Arguments &arguments);
int runCeleCommand(const Arguments &arguments);
int runConfigCommand(const Arguments &arguments);
int runManCommand(const Arguments &arguments);
int runCompletionCommand(const Arguments &arguments);

/// Calls `use` with a parser that has the options of `check`, and returns its result.
int withCheckParser(const std::function<int(OptionParser &)> &use);

/// Prints the requested help and returns the exit status.
int printHelp(const std::string &text);

} // namespace raceward
