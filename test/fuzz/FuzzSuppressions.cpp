// Files of suppression rules, and comments in programs: written by people.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/base/Text.h"
#include "raceward/report/Suppressions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string text(fuzz::asText(data, size));
  const auto rules = parseSuppressions("rules.yaml", text);
  RW_CHECK(rules || (!rules.error().message.empty() && !rules.error().hint.empty()));
  Conviction race;
  race.first.name = text.substr(0, text.find('\n'));
  race.first.function = race.second.function = "worker";
  if (rules)
    for (const SuppressionRule &rule : *rules) {
      RW_CHECK(!rule.reason.empty());
      (void)matches(rule, race);
    }
  // What we write, whatever the names are, we can read; and it means that race.
  const auto own = parseSuppressions("own.yaml", suppressionsFor(std::vector{race}));
  RW_CHECK(own && own->size() == 1);
  race.first.name = sanitizedUtf8(race.first.name);
  RW_CHECK(race.first.name.empty() || matches(own->front(), race));
  for (const SuppressionComment &comment : commentsIn(text, {"a.c", 1, 0}))
    RW_CHECK(comment.problem.empty() != comment.reason.empty());
  return 0;
}
