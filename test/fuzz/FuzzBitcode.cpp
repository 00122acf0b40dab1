// Damaged bitcode: mutations of bytes. Few inputs get past LLVM's reader, which crashes
// on many, in a process of its own.
// RUNS: 1000
// ARGS: -max_len=65536 @build/seeds/bitcode
#include "Children.h"
#include "Engines.h"
#include "LoadIr.h"
#include "Scratch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const ProcessLimits limits{.wallSeconds = 10, .memoryBytes = std::uint64_t{1} << 30};
  fuzz::runEngines(loadIr("fuzz.bc", std::string(fuzz::asText(data, size)), limits));
  return 0;
}
