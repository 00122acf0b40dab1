// .raceward.yaml, which may lie in any folder above.
// RUNS: 20000
// SOURCES: src/cli/options/ConfigFile.cpp
#include "Scratch.h"

#include "options/ConfigFile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const auto entries = parseConfig(".raceward.yaml", std::string(fuzz::asText(data, size)));
  RW_CHECK(entries || (!entries.error().message.empty() && !entries.error().hint.empty()));
  return 0;
}
