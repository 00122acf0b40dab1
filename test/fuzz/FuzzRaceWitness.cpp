// Witnesses of races in our own format, from anybody.
// RUNS: 20000
#include "raceward/report/RaceWitness.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const Result<RaceWitness> witness =
      parseRaceWitness("w.json", {reinterpret_cast<const char *>(data), size});
  if (!witness)
    return 0;
  // What is written of it is read back as the same.
  const std::string once = raceWitness(*witness);
  const Result<RaceWitness> again = parseRaceWitness("w.json", once);
  if (!again || raceWitness(*again) != once)
    std::abort();
  return 0;
}
