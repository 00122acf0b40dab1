#include "LoadOptions.h"

#include "Values.h"

#include <unistd.h>

namespace raceward {

void LoadOptions::declare(OptionParser &parser) {
  using Use = OptionParser::Use;
  parser.words(files_);
  parser.value("-p,--build", "DIR", compileCommands_, "compile as DIR/compile_commands.json says")
      .harmless();
  parser.value("--target", "NAME", target_, "with -p: only the files of this build target")
      .harmless();
  parser.value("--data-model", "M", dataModel_, "lp64 (default) or ilp32: sizes of C's types")
      .harmless();
  parser.value("--color,--colour", "WHEN", colour_, "auto (default), always or never", Use::Rare)
      .harmless();
}

Result<ColourChoice> LoadOptions::colour() const {
  return parseColourChoice(colour_.empty() ? "auto" : colour_);
}

Result<LoadRequest> LoadOptions::request(const Arguments &arguments) const {
  LoadRequest request;
  request.files = files_;
  request.compileCommands = compileCommands_;
  request.target = target_;
  request.compilerFlags = arguments.compilerFlags;
  const Result<DataModel> dataModel = dataModelFrom(dataModel_);
  if (!dataModel)
    return fail(dataModel.error());
  request.dataModel = *dataModel;
  const Result<ColourChoice> choice = colour();
  if (!choice)
    return fail(choice.error());
  request.colour = useColour(*choice, STDERR_FILENO);
  if (files_.empty() && compileCommands_.empty())
    return fail(Error::Kind::Usage, "no input file",
                "name the files of the program, or the folder of its "
                "compile_commands.json with -p");
  if (!target_.empty() && compileCommands_.empty())
    return fail(Error::Kind::Usage, "--target needs -p",
                "name the folder of the compile_commands.json that has the target");
  return request;
}

} // namespace raceward
