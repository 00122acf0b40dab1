// Process, time, random numbers, files, sorting, jumps.
#include "Rows.h"

namespace raceward::effects {

void addSystem(Rows &rows) {
  using S = SyncEffect;
  for (const char *name : {"abort", "_exit", "_Exit", "exit", "quick_exit"})
    rows.push_back(row(name).sync(S::ExitProcess).neverReturns());
  rows.push_back(row("__assert_fail").sync(S::ExitProcess).neverReturns());
  rows.push_back(row("__assert_perror_fail").sync(S::ExitProcess).neverReturns());
  rows.push_back(row("atexit").callsBackLater(0));

  rows.push_back(row("sleep"));
  rows.push_back(row("usleep"));
  rows.push_back(row("nanosleep").reads(0).writes(1));
  rows.push_back(row("time").writes(0).input());
  rows.push_back(row("gettimeofday").writes(0).writes(1).input());
  rows.push_back(row("clock_gettime").writes(1).input());
  rows.push_back(row("clock").input());
  for (const char *name : {"rand", "random", "arc4random"})
    rows.push_back(row(name).input());
  rows.push_back(row("rand_r").reads(0, bytes(4)).writes(0, bytes(4)).input());
  for (const char *name :
       {"srand", "srandom", "getpid", "getppid", "getpagesize", "isatty", "ffs", "ffsl", "ffsll",
        "abs", "labs", "llabs", "imaxabs", "div", "ldiv", "lldiv"})
    rows.push_back(row(name));
  rows.push_back(row("__errno_location").returnsThreadMemory());

  rows.push_back(row("qsort").reads(0, productAt(1)).writes(0, productAt(1)).callsBack(3, {0}));
  rows.push_back(
      row("bsearch").reads(0).reads(1, productAt(2)).callsBack(4, {0, 1}).returnsArgument(1));

  for (const char *name : {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"})
    rows.push_back(row(name).writes(0).returnsTwice());
  for (const char *name : {"longjmp", "_longjmp", "siglongjmp"})
    rows.push_back(row(name).reads(0).neverReturns());
}

} // namespace raceward::effects
