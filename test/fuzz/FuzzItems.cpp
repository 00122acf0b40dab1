// What workers and journals send: items, results, bundles' heads, messages over a queue. Whatever
// is read comes back the same when it is written again, and a tree takes or refuses it.
// RUNS: 20000
#include "../../src/check/distribute/MachineReport.h"
#include "../../src/check/distribute/QueueMessages.h"
#include "raceward/explore/WorkTree.h"

#include <cstdint>
#include <cstdlib>

using namespace raceward;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char *>(data), size);
  if (const auto item = decodeItem(bytes))
    if (const auto again = decodeItem(encode(*item)); !again || !(*again == *item))
      std::abort();
  if (const auto result = decodeResult(bytes)) {
    if (const auto again = decodeResult(encode(*result)); !again || !(*again == *result))
      std::abort();
    WorkTree tree("fuzz", ItemSizes{});
    const auto first = tree.next();
    tree.add(first->id, *result);
    while (const auto next = tree.next())
      tree.add(next->id, *result);
    if (tree.isExhausted() && result->ended != ItemResult::Ended::Closed &&
        result->ended != ItemResult::Ended::Split)
      std::abort();
  }
  (void)decodeReport(bytes);
  (void)decodeItemMessage(bytes);
  (void)decodeResultMessage(bytes);
  (void)decodeNotice(bytes);
  return 0;
}
