#include "CheckCele.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/cele/Parse.h"

#include <algorithm>

namespace raceward {

bool isCele(const LoadRequest &load) {
  return !load.files.empty() && std::ranges::all_of(load.files, [](const std::string &file) {
    return file.ends_with(".cele") || file.ends_with(".small");
  });
}

namespace cele {

Result<Source> load(const LoadRequest &request) {
  if (request.files.size() != 1)
    return fail(Error::Kind::Usage, "a CELE program is one file", "check them one after the other");
  const std::string &file = request.files.front();
  const Result<std::string> text = readFile(file);
  if (!text)
    return fail(text.error());
  Parsed parsed = parse(file, *text);
  if (parsed.ok())
    return std::move(parsed.source);
  return fail(
      Error{Error::Kind::Input,
            "'" + file + "' is not a CELE program (" + counted(parsed.errors.size(), "error") + ")",
            render(parsed.errors, file, *text),
            {}});
}

} // namespace cele

} // namespace raceward
