// The journal of a batch, as a crash or another program may have left it.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/batch/Journal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  (void)fuzz::scratchFile("journal.jsonl", fuzz::asText(data, size));
  batch::JournalBinding binding;
  binding.property = "no-data-race";
  const auto open = [&] {
    return batch::Journal::open(fuzz::scratchFolder(), binding, batch::JournalStart::Resume);
  };
  {
    const auto journal = open();
    if (!journal)
      return 0;
    (void)(*journal)->find("a", "1");
    RW_CHECK((*journal)->append("new", {"hash", {}}));
  }
  // Whatever was there before, what is written now can be read again.
  const auto again = open();
  RW_CHECK(again && (*again)->find("new", "hash"));
  return 0;
}
