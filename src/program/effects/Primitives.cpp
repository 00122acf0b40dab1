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
  for (const char *type : {"bool", "uchar", "int", "uint", "long", "ulong", "size"})
    rows.push_back(row(std::string("raceward_guess_") + type).input());
  rows.push_back(row("raceward_guess_bytes").writes(0, sizedBy(1)).input());
  rows.push_back(row("raceward_keeps").keeps(0));
  rows.push_back(row("raceward_kept").returnsKept());
  rows.push_back(row("raceward_new").returnsFresh());
  rows.push_back(row("raceward_calls").callsBackIfAny(0));
  rows.push_back(row("raceward_handles").callsBackIfAny(0).with({2, 3}));
  rows.push_back(row("raceward_runs_clean_up").callsBackIfAny(0).with({1}));
  rows.push_back(row("raceward_alone").input());
  rows.push_back(row("raceward_interrupts").interrupts(0));
  // The handler that it runs is one of those that may run at any time.
  rows.push_back(row("raceward_waits_for_handler"));
  rows.push_back(row("raceward_blocked").input());
  rows.push_back(row("raceward_blocks"));
  rows.push_back(row("raceward_becomes_child"));
  rows.push_back(row("raceward_new_process"));
  rows.push_back(row("raceward_cleans_up").callsBackLater(0).with({1}));
  rows.push_back(row("raceward_cleaned_up"));
  rows.push_back(row("raceward_abandons").callsBackLater(0));
  rows.push_back(row("raceward_any_of").reads(0).returnsListed(0));
  // What is behind the list comes first: of several reads, reports name that.
  rows.push_back(row("raceward_formats")
                     .writes(0, sizedBy(1))
                     .readsAsFormatted(4, 2)
                     .reads(2, string)
                     .reads(3)
                     .writes(3));
  rows.push_back(row("raceward_formats_wide")
                     .writes(0)
                     .readsAsFormatted(4, 2)
                     .reads(2, string)
                     .reads(3)
                     .writes(3));
  for (const char *name : {"raceward_prints", "raceward_prints_wide"})
    rows.push_back(row(name).readsAsFormatted(3, 1).reads(1, string).reads(2).writes(2));
  for (const char *name : {"raceward_scans", "raceward_scans_c23"})
    rows.push_back(row(name)
                       .reads(0, stream)
                       .reads(1, string)
                       .reads(2, string)
                       .reads(3)
                       .writesAsFormatted(4, 2)
                       .input());
  rows.push_back(row("raceward_bound"));
  rows.push_back(row("raceward_more").input());
  rows.push_back(row("raceward_puts").reads(1, sizedBy(2)));
  rows.push_back(row("raceward_gets").writes(0, sizedBy(1)).input());
  rows.push_back(row("raceward_new_descriptor").input());
  rows.push_back(row("raceward_closes"));
  rows.push_back(row("raceward_refers"));
  rows.push_back(row("raceward_receives"));
  rows.push_back(row("raceward_follows_pipes").input());
  rows.push_back(row("raceward_connects"));
  rows.push_back(row("raceward_pipe").returnsStatic().input());
  rows.push_back(row("raceward_sends"));
  rows.push_back(row("raceward_takes").input());
  rows.push_back(row("raceward_piece_size").input());
  rows.push_back(row("raceward_next_piece").returnsStatic());
  rows.push_back(row("raceward_leaves"));
  rows.push_back(row("raceward_loses"));
  rows.push_back(row("raceward_binds"));
  rows.push_back(row("raceward_reaches"));
  rows.push_back(row("raceward_forgets"));
  rows.push_back(row("raceward_watches"));
  rows.push_back(row("raceward_chooses_watch").input());
  rows.push_back(row("raceward_watch_events").input());
  rows.push_back(row("raceward_watch_data").returnsKept());
  rows.push_back(row("raceward_watch_beyond").input());
  rows.push_back(row("raceward_not_executed"));
  rows.push_back(row("raceward_variable").reads(0, string).returnsStatic().input());
  rows.push_back(row("raceward_set_variable").reads(0, string).reads(1, string));
  rows.push_back(row("raceward_unset_variable").reads(0, string));
  rows.push_back(row("raceward_put_variable").reads(0, string).storesPointer(0, 1));
  rows.push_back(row("raceward_outside").returnsStatic());
  rows.push_back(row("raceward_clear_variables"));
}

} // namespace raceward::effects
