/* ThreadSanitizer is the judge: the race is confirmed when one of its reports names the two
 * lines of the schedule. */
#include "raceward_runtime.h"

#include <stdio.h>

/* From ThreadSanitizer's interface for debuggers. */
int __tsan_get_report_data(void *report, const char **description, int *count, int *stack_count,
                           int *mop_count, int *loc_count, int *mutex_count, int *thread_count,
                           int *unique_tid_count, void **sleep_trace, unsigned long trace_size);
int __tsan_get_report_mop(void *report, unsigned long idx, int *tid, void **addr, int *size,
                          int *write, int *atomic, void **trace, unsigned long trace_size);

enum { kDeepest = 64 };

const char *__tsan_default_options(void) {
  return "report_thread_leaks=0:report_destroy_locked=0:report_mutex_bugs=0:"
         "report_signal_unsafe=0:detect_deadlocks=0:suppress_equal_stacks=0:"
         "suppress_equal_addresses=0:history_size=7:halt_on_error=0:exitcode=67:"
         "atexit_sleep_ms=0:symbolize=1";
}

static int is_place(const struct rw_where *where, unsigned place) {
  return where->line == rw_line_of(place) &&
         rw_same(where->file, rw_base_name(raceward_schedule.places[place].file));
}

/* The first frame of the program: functions of the runtime, recognised by their names, are
 * between it and those of ThreadSanitizer. */
static const struct rw_where *user_frame(void **trace) {
  for (int i = 0; i < kDeepest && trace[i]; ++i) {
    const struct rw_where *where = rw_where_of(trace[i]);
    if (where->line == 0 || rw_begins(where->function, "__wrap_") ||
        rw_begins(where->function, "rw_") || rw_begins(where->file, "tsan_") ||
        rw_begins(where->file, "sanitizer_"))
      continue;
    return where;
  }
  return 0;
}

void __tsan_on_report(void *report) {
  const char *description = 0;
  void *sleep_trace[1] = {0};
  int count = 0;
  int stacks = 0;
  int mops = 0;
  int locations = 0;
  int mutexes = 0;
  int thread_count = 0;
  int unique = 0;
  __tsan_get_report_data(report, &description, &count, &stacks, &mops, &locations, &mutexes,
                         &thread_count, &unique, sleep_trace, 1);
  if (mops < 2)
    return;
  const struct rw_where *found[2] = {0, 0};
  for (unsigned long i = 0; i < 2; ++i) {
    void *trace[kDeepest + 1] = {0};
    void *address = 0;
    int thread = 0;
    int size = 0;
    int is_write = 0;
    int is_atomic = 0;
    __tsan_get_report_mop(report, i, &thread, &address, &size, &is_write, &is_atomic, trace,
                          kDeepest);
    found[i] = user_frame(trace);
    if (!found[i])
      return;
  }
  const unsigned first = raceward_schedule.first_place;
  const unsigned second = raceward_schedule.second_place;
  if ((is_place(found[0], first) && is_place(found[1], second)) ||
      (is_place(found[0], second) && is_place(found[1], first))) {
    char words[256];
    snprintf(words, sizeof words, "%s:%u %s:%u", found[0]->file, found[0]->line, found[1]->file,
             found[1]->line);
    rw_end("confirmed", words);
  }
}
