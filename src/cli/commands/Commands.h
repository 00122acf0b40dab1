// The commands, one file each. A command returns the status to exit with; an Error is printed by
// runCommand(). The rows that describe them are in options/CommandTable.def.
#pragma once

#include "options/Arguments.h"
#include "options/OptionParser.h"

#include <string>

namespace raceward {

/// The input of a command: its options are read, and no help is wanted.
struct CommandLine {
  const Arguments &arguments;
  const OptionParser &parser;
  const OptionValues &options;
};

/// Reads the options, prints help if it is wanted, and runs the command. Prints its Error, if any;
/// the status to exit with.
int runCommand(CommandId id, const Arguments &arguments);

Result<int> runRunCommand(const CommandLine &line);
Result<int> runValidateCommand(const CommandLine &line);
Result<int> runReplayCommand(const CommandLine &line);
Result<int> runShowCommand(const CommandLine &line);
Result<int> runBatchCommand(const CommandLine &line);
Result<int> runWorkerCommand(const CommandLine &line);
Result<int> runPathsCommand(const CommandLine &line);
Result<int> runModelsCommand(const CommandLine &line);
Result<int> runDoctorCommand(const CommandLine &line);
Result<int> runSelftestCommand(const CommandLine &line);
Result<int> runAnnotateCommand(const CommandLine &line);
Result<int> runCeleCommand(const CommandLine &line);
Result<int> runManCommand(const CommandLine &line);
Result<int> runCompletionCommand(const CommandLine &line);

// These read their words themselves: they obey a configuration, or words belong to another program.
Result<int> runCheckCommand(const Arguments &arguments);
Result<int> runConfigCommand(const Arguments &arguments);
Result<int> runInterpretCommand(const Arguments &arguments);
Result<int> runCcCommand(const Arguments &arguments);
Result<int> runCxxCommand(const Arguments &arguments);

/// Prints to standard output; 0, the status to exit with.
Result<int> printed(const std::string &text);

} // namespace raceward
