#include "commands/Commands.h"

#include "terminal/Messages.h"

#include <array>

namespace raceward {

namespace {

using ParsedCommand = Result<int> (*)(const CommandLine &);
using RawCommand = Result<int> (*)(const Arguments &);

struct CommandFunction {
  ParsedCommand parsed = nullptr;
  RawCommand raw = nullptr;

  constexpr CommandFunction(ParsedCommand function) : parsed(function) {}
  constexpr CommandFunction(RawCommand function) : raw(function) {}
};

constexpr std::array kFunctions{
#define RW_COMMAND(id, ...) CommandFunction(run##id##Command),
#include "options/CommandTable.def"
};

Result<int> statusOfCommand(CommandId id, const Arguments &arguments) {
  const CommandFunction &function = kFunctions[static_cast<std::size_t>(id)];
  if (function.raw != nullptr)
    return function.raw(arguments);
  OptionParser parser(id);
  RW_RETURN_IF_ERROR(parser.parse(arguments.words));
  if (parser.helpWanted())
    return printed(parser.wantedHelp());
  return function.parsed({arguments, parser, parser.values()});
}

} // namespace

int runCommand(CommandId id, const Arguments &arguments) {
  const Result<int> status = statusOfCommand(id, arguments);
  return status ? *status : static_cast<int>(printError(status.error()));
}

Result<int> printed(const std::string &text) {
  RW_RETURN_IF_ERROR(printResult(text));
  return 0;
}

} // namespace raceward
