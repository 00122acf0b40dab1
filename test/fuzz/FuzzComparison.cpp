// Results of others, to compare ours with.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/batch/Comparison.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string path = fuzz::scratchFile("results.csv", fuzz::asText(data, size));
  for (const char *tool : {"", "toola"}) {
    const auto comparison = batch::Comparison::load(path, tool);
    if (!comparison)
      continue;
    BatchTask task;
    task.folder = "pthread";
    task.file = "a.yml";
    (void)comparison->find(task);
  }
  return 0;
}
