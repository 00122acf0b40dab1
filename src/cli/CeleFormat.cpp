// `raceward cele fmt`: formats programs.
#include "Cele.h"
#include "Commands.h"
#include "Messages.h"
#include "raceward/base/File.h"
#include "raceward/cele/Format.h"
#include "raceward/cele/Load.h"

namespace raceward {

namespace {

/// With --check: a file is not formatted.
constexpr int kDiffers = 1;

int statusOf(const Error &error) {
  return static_cast<int>(printError(error));
}

} // namespace

void CeleFormat::declare(OptionParser &parser) {
  parser.flag("--check", check, "fmt: change nothing, name the files that would change");
  parser.flag("-i,--in-place", inPlace, "fmt: write each file instead of printing it");
}

int CeleFormat::run() const {
  if (check && inPlace)
    return statusOf(Error{Error::Kind::Usage, "--check changes no files, --in-place does", {}, {}});
  int status = 0;
  for (const std::string &file : files.empty() ? std::vector<std::string>{"-"} : files) {
    if (inPlace && file == "-")
      return statusOf(
          Error{Error::Kind::Usage, "--in-place needs a file, not the standard input", {}, {}});
    const Result<cele::Loaded> loaded = cele::load(file);
    if (!loaded) {
      // One bad file does not hide messages about the others.
      status = std::max(status, statusOf(loaded.error()));
      continue;
    }
    const std::string text = cele::format(loaded->text);
    Result<void> done;
    if (check && text != loaded->text) {
      done = printResult(terminalSafeLine(loaded->source.file) + "\n");
      status = std::max(status, kDiffers);
    } else if (inPlace && text != loaded->text) {
      done = writeFileAtomically(file, text);
    } else if (!check && !inPlace) {
      done = printResult(text);
    }
    if (!done)
      return statusOf(done.error());
  }
  return status;
}

} // namespace raceward
