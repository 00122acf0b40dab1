// Baselines: results of earlier checks, in three formats.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/report/Baseline.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string text(fuzz::asText(data, size));
  const auto baseline = parseBaseline("old.json", text);
  RW_CHECK(baseline || (!baseline.error().message.empty() && !baseline.error().hint.empty()));
  Conviction race;
  race.first.name = text;
  const std::vector races{race};
  const auto own = parseBaseline("own.json", writtenBaseline(races));
  RW_CHECK(own && own->knows(race) && compare(*own, races).known == 1);
  return 0;
}
