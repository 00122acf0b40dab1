// Messages of a child that went wrong, and reports of the results that they make.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/check/Wire.h"
#include "raceward/report/JsonReport.h"
#include "raceward/report/TextReport.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string_view text = fuzz::asText(data, size);
  LineAssembler lines;
  const auto onLine = [](std::string_view line) {
    const auto message = decode(line);
    if (!message)
      return;
    const std::string written = encode(*message);
    const auto again = decode(std::string_view(written).substr(0, written.size() - 1));
    RW_CHECK(again && encode(*again) == written);
    if (const auto *ledger = std::get_if<Ledger>(&*message)) {
      const CheckResult result{*ledger, MemoryModel::C11, "fuzz", {}};
      (void)textReport(result, {.verbose = true});
      (void)jsonReport(result, {});
    }
  };
  lines.add(text.substr(0, text.size() / 2), onLine);
  lines.add(text.substr(text.size() / 2), onLine);
  lines.add("\n", onLine);
  return 0;
}
