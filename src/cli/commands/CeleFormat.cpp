// `raceward cele fmt`: programs in their usual layout.
#include "commands/Cele.h"
#include "raceward/base/File.h"
#include "raceward/cele/Format.h"
#include "raceward/cele/Load.h"
#include "terminal/Messages.h"

namespace raceward {

namespace {

/// The status of --check if the layout of a file differs.
constexpr int kDiffers = 1;

} // namespace

Result<int> runCeleFormat(const OptionValues &options, const std::vector<std::string> &files) {
  const bool check = options.checkLayout;
  const bool inPlace = options.inPlace;
  if (check && inPlace)
    return fail(Error::Kind::Usage, "--check changes no files, --in-place does");
  int status = 0;
  for (const std::string &file : files.empty() ? std::vector<std::string>{"-"} : files) {
    if (inPlace && file == "-")
      return fail(Error::Kind::Usage, "--in-place needs a file, not the standard input");
    const Result<cele::Loaded> loaded = cele::load(file);
    if (!loaded) {
      // One bad file does not hide what is to be said about the others.
      status = std::max(status, static_cast<int>(printError(loaded.error())));
      continue;
    }
    const std::string text = cele::format(loaded->text);
    if (check && text != loaded->text) {
      RW_RETURN_IF_ERROR(printResult(terminalSafeLine(loaded->source.file) + "\n"));
      status = std::max(status, kDiffers);
    } else if (inPlace && text != loaded->text) {
      RW_RETURN_IF_ERROR(writeFileAtomically(file, text));
    } else if (!check && !inPlace) {
      RW_RETURN_IF_ERROR(printResult(text));
    }
  }
  return status;
}

} // namespace raceward
