/* Internal interface of the files of the runtime.
 *
 * The runtime is compiled without -fsanitize=thread, and waits by direct system calls: nothing
 * that it does looks like synchronisation to ThreadSanitizer, unless it says so. */
#ifndef RACEWARD_RUNTIME_H
#define RACEWARD_RUNTIME_H

#include "raceward_schedule.h"

#include <stddef.h>

#define RW_NOBODY 0xffffffffu
#define RW_NO_STEP 0xffffffffu
/* The place in the program that called a hook. */
#define RW_PC __builtin_return_address(0)

/* -- ThreadSanitizer's interface ---------------------------------------------------------- */
void __tsan_acquire(void *);
void __tsan_release(void *);
/* The program's calls of these go through the runtime. */
void __real___tsan_func_entry(void *pc);
void __real___tsan_func_exit(void);
/* So do these (inputs.c); the runtime itself uses the real ones. */
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void __sanitizer_symbolize_pc(void *pc, const char *format, char *buffer, size_t bytes);

/* -- places.c: where a hook was called from -------------------------------------------------- */
struct rw_where {
  void *pc;
  unsigned place;  /* index into the schedule's places; RW_NOBODY if it has no step */
  char is_section; /* within a function that is an atomic section by its name */
  char function[64];
  char file[64]; /* without folders */
  unsigned line;
  unsigned column;
};
const struct rw_where *rw_where_of(void *pc);
/* Finds the lines of the schedule in the current files. */
void rw_find_lines(void);
unsigned rw_line_of(unsigned place);

/* -- schedule.c: taking turns -------------------------------------------------------------- */
enum rw_state { RW_RUNS, RW_AT_STEP, RW_HELD, RW_WANTS, RW_JOINS, RW_ENDED };

struct rw_thread {
  unsigned number; /* in the schedule; RW_NOBODY if it has none */
  enum rw_state state;
  unsigned step;                     /* RW_AT_STEP: the step that it waits to do */
  int (*can_go)(struct rw_thread *); /* RW_WANTS, RW_JOINS: whether it could continue */
  const void *wanted;                /* the object of can_go */
  const struct rw_where *where;      /* its last known place */
  unsigned next;                     /* index from which its further steps are searched */
  unsigned looked_from;              /* the last `next` for which `has_more` was computed */
  int has_more;
  unsigned pending; /* a step whose access comes after its hook; or RW_NO_STEP */
  unsigned long long pending_since;
  unsigned pending_looks;
  unsigned section_step;
  unsigned section_depth;
  unsigned next_input;
  unsigned long handle;
  void *(*start)(void *);
  void *argument;
};

struct rw_thread *rw_self(void);
struct rw_thread *rw_new_thread(void);
struct rw_thread *rw_thread_with(unsigned long handle);
void rw_become(struct rw_thread *self);

/* Called before an operation. If the schedule has it, waits for its turn and returns the step;
 * otherwise returns RW_NO_STEP. Does not return to a thread without further steps in the
 * schedule until the race has happened. `address` 0: unknown. */
unsigned rw_arrive(unsigned actions, const char *call, void *pc, const void *address, size_t bytes);
/* The step is done. */
void rw_done(unsigned step);
/* The step is done when its thread reaches its next hook. */
void rw_done_later(unsigned step);
/* The thread has reached a hook: completes its pending step. */
void rw_pass_by(void);
/* 0 without a step. */
unsigned rw_action_of(unsigned step);

/* Waits until `can_go` is true. The runtime's lock is held before and after. */
void rw_wait_until(int (*can_go)(struct rw_thread *), const void *wanted, enum rw_state state);
void rw_enter(void);
void rw_leave(void);
void rw_changed(void);

/* Stops a thread that would end the process, or whose assumption failed. */
void rw_hold(void) __attribute__((noreturn));
void rw_thread_ends(struct rw_thread *self);
int rw_is_over(void);
void rw_end(const char *outcome, const char *words);
/* Called once, when both threads are before their accesses: for debuggers. */
void raceward_race_is_here(void);

/* -- inputs.c ------------------------------------------------------------------------------ */
/* The next value for the thread from `source`. */
unsigned long long rw_input(const char *source);
/* Replaces standard input by that of the schedule. */
void rw_give_standard_input(void);

/* -- locks.c ------------------------------------------------------------------------------- */
void rw_section_begins(void *pc);
void rw_section_ends(void);

/* -- small things ---------------------------------------------------------------------------- */
/* The functions of the C library would show their accesses to ThreadSanitizer. */
void rw_clear(void *memory, size_t bytes);
int rw_equal(const void *a, const void *b, size_t bytes);
int rw_same(const char *a, const char *b);
int rw_begins(const char *text, const char *with);
const char *rw_base_name(const char *path);

#endif
