// Task definitions of the competition.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/batch/TaskList.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string path = fuzz::scratchFile("task.yml", fuzz::asText(data, size));
  batch::TaskList list;
  const auto added = batch::addTaskDefinition(path, "folder", "", list);
  RW_CHECK(added || !added.error().message.empty());
  return 0;
}
