#include "raceward/cele/Load.h"
#include "CheckCele.h"

namespace raceward {

namespace cele {

Result<Source> sourceOf(const LoadRequest &request) {
  if (request.files.size() != 1)
    return fail(Error::Kind::Usage, "a CELE program is one file", "check them one after the other");
  Result<Loaded> loaded = load(request.files.front());
  if (!loaded)
    return fail(loaded.error());
  return std::move(loaded->source);
}

} // namespace cele

} // namespace raceward
