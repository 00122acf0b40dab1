#include "options/LoadOptions.h"

#include <unistd.h>

namespace raceward {

Result<LoadRequest> loadRequestFrom(const OptionValues &options, const Arguments &arguments) {
  if (options.words.empty() && options.build.empty())
    return fail(Error::Kind::Usage, "no input file",
                "name the files of the program, or the folder of its "
                "compile_commands.json with -p");
  if (!options.target.empty() && options.build.empty())
    return fail(Error::Kind::Usage, "--target needs -p",
                "name the folder of the compile_commands.json that has the target");
  LoadRequest request;
  request.files = options.words;
  request.compileCommands = options.build;
  request.target = options.target;
  request.compilerFlags = arguments.compilerFlags;
  request.dataModel = *options.dataModel;
  request.colour = useColour(*options.colour, STDERR_FILENO);
  return request;
}

} // namespace raceward
