// Witnesses in YAML, from anybody.
// RUNS: 20000
#include "Witnesses.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  raceward::fuzz::readTwice(raceward::readYamlWitness, raceward::yamlWitness, data, size);
  return 0;
}
