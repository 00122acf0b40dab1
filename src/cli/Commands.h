// The commands, one file each. Each gets the words after its name and returns the
// status to exit with.
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

/// Calls `use` with a parser that has the options of `check`; the status is what `use` returns.
int withCheckParser(const std::function<int(OptionParser &)> &use);

/// Prints the help that was asked for; the status to exit with.
int printHelp(const std::string &text);

} // namespace raceward
