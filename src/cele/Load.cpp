#include "raceward/cele/Load.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/cele/Parse.h"

#include <utility>

namespace raceward::cele {

bool isFileName(std::string_view path) {
  return path.ends_with(".cele") || path.ends_with(".small");
}

Result<Loaded> load(const std::string &path) {
  const bool standardInput = path == "-";
  Result<std::string> text = readFile(standardInput ? "/dev/stdin" : path);
  if (!text)
    return fail(text.error());
  const std::string name = standardInput ? "<stdin>" : path;
  Parsed parsed = parse(name, *text);
  if (parsed.ok())
    return Loaded{std::move(parsed.source), std::move(*text)};
  Error error;
  error.kind = Error::Kind::Input;
  error.message = "'" + name + "' has " + counted(parsed.errors.size(), "error");
  error.details = render(parsed.errors, name, *text);
  return fail(std::move(error));
}

} // namespace raceward::cele
