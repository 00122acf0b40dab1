// What models in C are made of (include/raceward_model.h). raceward_gap() has no row: a call of it
// is what it says.
#include "Rows.h"

namespace raceward::effects {

void addPrimitives(Rows &rows) {
  rows.push_back(row("raceward_reads").reads(0, sizedBy(1)));
  rows.push_back(row("raceward_writes").writes(0, sizedBy(1)).input());
  rows.push_back(row("raceward_reads_text").reads(0, string));
  rows.push_back(row("raceward_reads_all").reads(0));
  rows.push_back(row("raceward_writes_all").writes(0).input());
  rows.push_back(row("raceward_keeps").keeps(0));
  rows.push_back(row("raceward_kept").returnsKept());
  rows.push_back(row("raceward_new").returnsFresh());
  rows.push_back(row("raceward_not_executed"));
}

} // namespace raceward::effects
