/* The schedule that a replayed program is forced to follow: tables that Raceward writes into a C
 * file.
 *
 * Threads are numbered in the order in which the run creates them, and main is 0. */
#ifndef RACEWARD_SCHEDULE_H
#define RACEWARD_SCHEDULE_H

#include "raceward_actions.h"

struct raceward_place {
  const char *file;
  unsigned line;
  unsigned column;
  const char *text; /* of the line, to find it again after an edit; 0 if unknown */
};

struct raceward_step {
  unsigned thread;
  unsigned action;
  unsigned place;
  const char *call;     /* the library function that performs it; "" for plain code */
  const char *words;    /* for messages */
  unsigned target;      /* the thread that is created or joined */
  int object;           /* the accessed object; -1 if unknown */
  unsigned long offset; /* within the object */
  unsigned long bytes;
};

/* An input value of the program, in the order in which a thread reads them. */
struct raceward_input {
  unsigned thread;
  const char *source; /* the function that returns it */
  unsigned long long value;
};

struct raceward_schedule {
  const struct raceward_place *places;
  unsigned place_count;
  const struct raceward_step *steps;
  unsigned step_count;
  const struct raceward_input *inputs;
  unsigned input_count;
  const char *standard_input;
  unsigned long standard_input_bytes;
  unsigned first_place; /* of the two racing accesses */
  unsigned second_place;
  unsigned meet; /* the first access comes right before the second one */
};

extern const struct raceward_schedule raceward_schedule;

#endif
