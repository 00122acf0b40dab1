// Sets of signals. Sending a signal touches no memory; installing a handler is what is
// unmodelled. Functions that follow pointers in structs have a model in C instead of a row, since
// the table cannot express that.
#include "Rows.h"

namespace raceward::effects {

void addFiles(Rows &rows) {
  for (const char *name : {"raise", "kill"})
    rows.push_back(row(name));
  for (const char *name : {"sigemptyset", "sigfillset", "sigpending"})
    rows.push_back(row(name).writes(0));
  for (const char *name : {"sigaddset", "sigdelset"})
    rows.push_back(row(name).reads(0).writes(0));
  rows.push_back(row("sigismember").reads(0));
  for (const char *name : {"pthread_sigmask", "sigprocmask"})
    rows.push_back(row(name).reads(1).writes(2));
}

} // namespace raceward::effects
