#include "options/LoadOptions.h"

#include <filesystem>
#include <unistd.h>

namespace raceward {

namespace {

/// The folders of raceward_model.h and of the headers of our own models.
std::vector<std::string> headerFolders() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path root = self.parent_path().parent_path();
  return {root / "include", root / "share" / "raceward" / "models"};
}

} // namespace

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
  request.models = options.libraryModels;
  request.modelHeaders = headerFolders();
  request.compilerFlags = arguments.compilerFlags;
  request.dataModel = *options.dataModel;
  request.library = *options.libc;
  request.colour = useColour(*options.colour, STDERR_FILENO);
  return request;
}

} // namespace raceward
