#include "Names.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <cctype>

namespace raceward::nats {

namespace {

constexpr std::size_t kLongestName = 200;

bool isWord(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::ranges::all_of(
             text, [](unsigned char c) { return c < 128 && (std::isalnum(c) != 0 || c == '-'); });
}

} // namespace

Result<void> checkTopic(std::string_view topic) {
  if (!isWord(topic))
    return fail(Error::Kind::Usage, "'" + sanitizedUtf8(topic) + "' cannot be a name in a queue",
                "use letters, digits and dashes");
  return {};
}

Result<void> checkBlobName(std::string_view name) {
  if (name.size() > kLongestName || !std::ranges::all_of(split(name, '.'), isWord))
    return fail(Error::Kind::Usage, "'" + sanitizedUtf8(name) + "' cannot be a name in a queue",
                "use letters, digits and dashes, with dots between them");
  return {};
}

Result<void> checkId(std::string_view id) {
  if (id.empty() || id.size() > kLongestName ||
      !std::ranges::all_of(id, [](unsigned char c) { return c > ' ' && c < 127; }))
    return fail(Error::Kind::Usage, "'" + sanitizedUtf8(id) + "' cannot be an id in a queue",
                "use at most 200 printable characters without spaces");
  return {};
}

} // namespace raceward::nats
