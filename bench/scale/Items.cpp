// How a search falls into items, and what they cost whoever keeps the tree.
//
//   bench_items <family> <n> [most items] > items.jsonl
//
// Searches items one after the other, each through its bytes as if it came from elsewhere. One line
// for each, in the order in which they count: seconds, events, runs, length of its path, bytes of
// item and result, items opened, and what issuing and counting it took. A summary goes to standard
// error.
#include "Families.h"
#include "ScriptedMachine.h"
#include "raceward/explore/ItemSearch.h"
#include "raceward/explore/WorkTree.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace raceward::test {
namespace {

struct ItemFamily {
  const char *name;
  Script (*make)(int);
};
constexpr ItemFamily kItemFamilies[] = {
    {"lastzero", lastzero},      {"indexer", indexer}, {"filesystem", filesystem},
    {"readers", readers},        {"fib", fib},         {"lockedreaders", lockedReaders},
    {"sharedlock", sharedLock},
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int fail(const std::string &why) {
  std::fprintf(stderr, "bench_items: %s\n", why.c_str());
  return 1;
}

int run(const Script &program, std::uint64_t mostItems) {
  ScriptedMachine machine(program);
  SearchOptions options;
  // The effort of a scripted machine is its events; a real one spends more on each.
  ItemSizes sizes;
  sizes.firstEffort = 2'000;
  sizes.effort = 50'000;
  WorkTree tree("bench", sizes);
  double keeping = 0;
  double searching = 0;
  std::uint64_t items = 0;
  while (items < mostItems) {
    const double begin = now();
    const std::optional<WorkTree::Issued> issued = tree.next();
    if (!issued)
      break;
    const std::string sent = encode(issued->item);
    const double taken = now();
    const Result<WorkItem> item = decodeItem(sent);
    if (!item)
      return fail(item.error().message);
    const Result<ItemResult> result = searchItem(machine, options, *item);
    if (!result)
      return fail(result.error().message);
    const std::string answer = encode(*result);
    const double answered = now();
    const std::uint64_t openBefore = tree.openItems();
    Result<ItemResult> arrived = decodeResult(answer);
    if (!arrived)
      return fail(arrived.error().message);
    const SearchCounters counters = arrived->counters;
    tree.add(issued->id, std::move(*arrived));
    const double counted = now();
    std::printf("{\"seconds\":%.9f,\"events\":%llu,\"runs\":%llu,\"path\":%zu,\"bytes\":%zu,"
                "\"opened\":%lld,\"keeping\":%.9f}\n",
                answered - taken, static_cast<unsigned long long>(counters.events),
                static_cast<unsigned long long>(counters.runs + counters.blockedRuns),
                item->path.size(), sent.size() + answer.size(),
                static_cast<long long>(tree.openItems()) - static_cast<long long>(openBefore) + 1,
                taken - begin + counted - answered);
    searching += answered - taken;
    keeping += taken - begin + counted - answered;
    ++items;
  }
  std::fprintf(stderr,
               "%llu items%s, %llu runs, %llu events; searching %.2f s, keeping the tree %.3f s "
               "(%.1f us for each item)\n",
               static_cast<unsigned long long>(items), tree.isDone() ? "" : " (not all)",
               static_cast<unsigned long long>(tree.counters().runs),
               static_cast<unsigned long long>(tree.counters().events), searching, keeping,
               1e6 * keeping / static_cast<double>(items));
  return 0;
}

int fromArguments(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bench_items <family> <n> [most items]\n");
    return 2;
  }
  const std::uint64_t mostItems = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : UINT64_MAX;
  for (const ItemFamily &family : kItemFamilies)
    if (std::strcmp(family.name, argv[1]) == 0)
      return run(family.make(std::atoi(argv[2])), mostItems);
  return fail("no family " + std::string(argv[1]));
}

} // namespace
} // namespace raceward::test

int main(int argc, char **argv) {
  return raceward::test::fromArguments(argc, argv);
}
