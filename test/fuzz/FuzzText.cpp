// Values of options, and text from anywhere on its way to a report.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/base/Text.h"

#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string_view text = fuzz::asText(data, size);
  if (const auto bytes = parseBytes(text))
    RW_CHECK(!formatBytes(*bytes).empty());
  if (const auto seconds = parseSeconds(text))
    RW_CHECK(*seconds >= 0);
  const std::vector<std::string> names{"check", "show", "batch", "doctor"};
  (void)closestMatch(text, names);
  const std::string clean = sanitizedUtf8(text);
  RW_CHECK(sanitizedUtf8(clean) == clean);
  RW_CHECK(!nlohmann::json(clean).dump().empty()); // aborts on what is not UTF-8
  return 0;
}
