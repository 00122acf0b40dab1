/* The schedule that a program is made to follow: tables that Raceward writes into a C file.
 *
 * Threads are numbered in the order in which the run creates them, and main is 0. */
#ifndef RACEWARD_SCHEDULE_H
#define RACEWARD_SCHEDULE_H

#include "raceward_actions.h"

struct raceward_place {
  const char *file;
  unsigned line;
  unsigned column;
  const char *text; /* of the line, by which it is found again after an edit; 0 if not known */
};

struct raceward_step {
  unsigned thread;
  unsigned action;
  unsigned place;
  const char *call;     /* the library function that does it; "" for plain code */
  const char *words;    /* for messages */
  unsigned target;      /* the thread that is created or joined */
  int object;           /* what is accessed; -1 if that is not known */
  unsigned long offset; /* within the object */
  unsigned long bytes;
};

/* A value that the program gets from outside: in the order in which a thread asks for it. */
struct raceward_input {
  unsigned thread;
  const char *source; /* the function that gives it */
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
