/* The schedule that a replayed program is forced to follow: tables that Raceward writes into a C
 * file.
 *
 * Threads are numbered in the order in which the run creates them, and main is 0. */
#ifndef RACEWARD_SCHEDULE_H
#define RACEWARD_SCHEDULE_H

/* What a step does. One bit each, so that a call can say which ones it may turn out to be. */
enum raceward_action {
  RW_READ = 1 << 0,
  RW_WRITE = 1 << 1,
  RW_ATOMIC = 1 << 2,
  RW_ACCESS = 1 << 3, /* several accesses at once: a copy, a library function */
  RW_SECTION = 1 << 4,
  RW_LOCK = 1 << 5,
  RW_FAILED_LOCK = 1 << 6,
  RW_UNLOCK = 1 << 7,
  RW_READ_LOCK = 1 << 8,
  RW_FAILED_READ_LOCK = 1 << 9,
  RW_READ_UNLOCK = 1 << 10,
  RW_POST = 1 << 11,
  RW_WAIT = 1 << 12,
  RW_FAILED_WAIT = 1 << 13,
  RW_LOOK = 1 << 14,
  RW_ARRIVE = 1 << 15,
  RW_PASS = 1 << 16,
  RW_CREATE = 1 << 17,
  RW_JOIN = 1 << 18
};

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
