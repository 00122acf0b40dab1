// What a checker prints, as the batch reads it.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/batch/Checker.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string_view text = fuzz::asText(data, size);
  for (const int status : {0, 1, 2, 3, 10}) {
    ProcessEnd end;
    end.code = status;
    (void)batch::interpretAnswer(end, text, text);
  }
  return 0;
}
