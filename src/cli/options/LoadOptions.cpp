#include "options/LoadOptions.h"

#include "raceward/base/Text.h"

#include <filesystem>
#include <unistd.h>

namespace raceward {

std::vector<std::string> splitNames(const std::vector<std::string> &given) {
  std::vector<std::string> names;
  for (const std::string &list : given)
    for (const std::string_view name : split(list, ','))
      if (!trim(name).empty())
        names.emplace_back(trim(name));
  return names;
}

namespace {

/// The folders of raceward_model.h and of the headers of our own models.
std::vector<std::string> headerFolders() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path root = self.parent_path().parent_path();
  return {root / "include", root / "share" / "raceward" / "models"};
}

Result<EntryRequest> entryRequestFrom(const OptionValues &options) {
  EntryRequest entry;
  entry.functions = splitNames(options.entry);
  const std::string alone = options.firstGiven(
      {Option::entrySetup, Option::entryMemory, Option::entryDepth, Option::saveDriver});
  if (!entry.isGiven()) {
    if (options.isGiven(Option::entry) || !alone.empty())
      return fail(Error::Kind::Usage,
                  (alone.empty() ? std::string("--entry") : alone) + " needs functions to call",
                  "name them, as in --entry push,pop");
    return entry;
  }
  entry.setup = splitNames(options.entrySetup);
  if (options.entryMemory) // not an option of every command
    entry.memory = *options.entryMemory;
  if (options.entryDepth)
    entry.depth = static_cast<unsigned>(*options.entryDepth);
  entry.saveTo = options.saveDriver;
  if (entry.depth > kDeepestEntry)
    return fail(Error::Kind::Usage, "--entry-depth is at most " + std::to_string(kDeepestEntry));
  if (!entry.saveTo.empty() && !entry.saveTo.ends_with(".c"))
    return fail(Error::Kind::Usage,
                "--save-driver writes C: '" + entry.saveTo + "' must end in .c");
  return entry;
}

} // namespace

Result<LoadRequest> loadRequestFrom(const OptionValues &options, const Arguments &arguments) {
  if (options.words.empty() && options.build.empty())
    return fail(Error::Kind::Usage, "no input file",
                "name the files of the program, or the folder of its "
                "compile_commands.json with -p");
  const std::vector<std::string> targets = splitNames(options.target);
  if (!targets.empty() && options.build.empty())
    return fail(Error::Kind::Usage, "--target needs -p",
                "name the folder of the compile_commands.json that has the target");
  if (targets.size() > 1)
    return fail(Error::Kind::Usage, "one target at a time",
                "raceward check takes several, and --all-targets");
  LoadRequest request;
  request.files = options.words;
  request.compileCommands = options.build;
  request.target = targets.empty() ? "" : targets.front();
  RW_ASSIGN_OR_RETURN(request.entry, entryRequestFrom(options));
  request.models = options.libraryModels;
  request.modelHeaders = headerFolders();
  request.compilerFlags = arguments.compilerFlags;
  request.dataModel = *options.dataModel;
  request.library = *options.libc;
  request.colour = useColour(*options.colour, STDERR_FILENO);
  return request;
}

} // namespace raceward
