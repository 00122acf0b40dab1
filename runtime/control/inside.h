/* Internal interface of the files of the control runtime.
 *
 * Exactly one controlled thread runs at a time, the one that has the token. All state here is
 * accessed by that thread only, so nothing is locked. */
#ifndef RACEWARD_CONTROL_INSIDE_H
#define RACEWARD_CONTROL_INSIDE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "raceward_control.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct rw_thread;

/* Whether the pending step of a thread is enabled. Has no side effects. */
typedef int (*rw_test)(const struct rw_thread *);

#define RW_NEVER UINT64_MAX

struct rw_thread {
  uint32_t turn; /* a futex: 1 gives it the token */
  uint32_t number;
  uint64_t bit; /* 1 << number */

  /* of its pending step */
  rw_test test;       /* 0: always enabled */
  const void *object; /* for the test */
  uint64_t wanted;    /* for the test */
  uint64_t deadline;  /* when a sleeper wakes or a waiter gives up; RW_NEVER: never */

  /* of a condition variable or futex that it waits for */
  const void *waits_for; /* 0 once it was chosen to be woken */
  int is_woken;
  uint64_t ticket; /* waiters are woken in this order */
  uint64_t waits;  /* number of waits so far */

  uint32_t failure_order; /* of a compare-and-swap */
  int has_ended;
  int is_joined;
  const void *called; /* target of its last call through a pointer */
  int is_cancelled;   /* a cancellation was requested */
  int is_cancellable; /* at a cancellation point */
  int rounds;         /* rounds of key destructors */
  int tid;
  pthread_t handle;
  void *(*start)(void *);
  void *argument;
  const void *entry; /* the program's function, if `start` is internal */
  uint32_t arena;    /* see memory.c */
  uint32_t index;    /* in the order of creation, with or without a number */
  uint32_t children;
  uint64_t randoms;      /* number of random values it was given */
  uint64_t sent_signals; /* by other threads to this one */
  int is_interrupted;    /* by a handler while it waited for the token */
};

/* Initial-exec, like all thread-local variables here: no call, no allocation. */
extern __thread struct rw_thread *rw_self __attribute__((tls_model("initial-exec")));
/* The same, also while the thread is inside the runtime. */
extern __thread struct rw_thread *rw_inner_self __attribute__((tls_model("initial-exec")));

/* -- schedule.c -- */
extern struct rw_control *rw_control;
extern struct rw_thread *rw_threads[RW_MOST_THREADS]; /* by number */
extern int rw_others_may_act; /* timers, processes that share memory: not a deadlock at once */

/* A step to be announced. */
struct rw_what {
  uint8_t kind;
  uint8_t order;
  uint8_t flags;
  const struct rw_site *site;
  const void *address;
  uint32_t bytes;
  uint32_t extra;
  rw_test test;
  const void *object;
  uint64_t wanted;
  uint64_t deadline; /* 0: none */
  int is_cancellable;
};

/* Announces the step, waits for its turn, and logs it. The record may be amended until the
 * thread's next step. */
struct rw_event *rw_step(struct rw_thread *self, const struct rw_what *what);
/* The same for simple steps whose thread mostly keeps the token. */
struct rw_event *rw_access(struct rw_thread *self, uint8_t kind, uint8_t order, const void *address,
                           uint64_t bytes, const struct rw_site *site);
/* Appends a further record to the step that was logged last. */
void rw_log_more(struct rw_thread *self, const struct rw_event *record);
/* Pending steps may have become enabled. */
void rw_objects_changed(void);

struct rw_thread *rw_new_thread(struct rw_thread *creator);
void rw_number_thread(struct rw_thread *thread); /* at its CREATE: START is pending then */
void rw_become(struct rw_thread *self);          /* the calling thread is `self` */
void rw_thread_starts(struct rw_thread *self);   /* waits for START */
int rw_is_last(const struct rw_thread *self);    /* no other thread is left */
void rw_thread_ends(struct rw_thread *self);     /* passes the token on for ever */
int rw_is_alone(void); /* all other threads, if there were any, have been joined */
void rw_start_run(struct rw_control *control);
void rw_end(enum rw_state state, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* -- policy.c -- */
struct rw_choice {
  uint64_t enabled; /* enabled threads */
  uint64_t strong;  /* those that are neither asleep nor about to time out */
  unsigned current; /* the thread that moved last */
  int is_bound;     /* the policy must not switch here */
};
void rw_start_policy(void);
unsigned rw_policy_choice(const struct rw_choice *choice);
/* Choice among weak threads: the end of the process, or the earliest wake-up or time-out. */
unsigned rw_weak_choice(uint64_t enabled);

/* -- sites.c, contexts.c -- */
uint32_t rw_mark(const struct rw_site *site);
uint32_t rw_context(void);
void rw_write_sites(const char *path);
extern int rw_is_running; /* later registrations are too late for the table */

/* -- time.c -- */
uint64_t rw_now(void);
void rw_advance_to(uint64_t time);
/* A time of one of the program's clocks. Never 0. */
uint64_t rw_deadline(clockid_t clock, const struct timespec *time);
/* The same for a call of the program, which reads its argument. */
uint64_t rw_read_deadline(clockid_t clock, const struct timespec *time);
int rw_is_over(uint64_t deadline); /* false if it is 0 */
uint64_t rw_after(const struct timespec *length);

/* -- what C11, C++ and condition variables share -- */
struct rw_start {
  void *(*function)(void *);
  void *argument;
  const void *entry; /* the program's function */
};
int rw_create(struct rw_thread *self, pthread_t *handle, const pthread_attr_t *attributes,
              struct rw_start start);
int rw_join(struct rw_thread *self, pthread_t handle, void **result);
int rw_lock(struct rw_thread *self, pthread_mutex_t *mutex, uint64_t deadline);
int rw_trylock(struct rw_thread *self, pthread_mutex_t *mutex);
int rw_unlock(struct rw_thread *self, pthread_mutex_t *mutex);
/* A queue is an address that threads wait for; waiters are woken first come, first served. */
void rw_enqueue(struct rw_thread *self, const void *queue);
int rw_await_wake(struct rw_thread *self, uint64_t deadline);          /* 0 or ETIMEDOUT */
int rw_wake(struct rw_thread *self, const void *queue, unsigned most); /* returns how many */
int rw_wait(struct rw_thread *self, pthread_cond_t *condition, pthread_mutex_t *mutex,
            uint64_t deadline);
void rw_signal(struct rw_thread *self, pthread_cond_t *condition, unsigned most);
void rw_sleep_until(struct rw_thread *self, uint64_t deadline);
void rw_test_cancel(struct rw_thread *self);

/* -- crash.c -- */
void rw_catch_crashes(void);
void rw_give_signal_stack(unsigned index);

/* -- unseen.c: a thread is to begin with that function -- */
void rw_note_start(const void *function);

/* -- orphans.c -- */
void rw_adopt_orphans(void);
/* All children of this process except the known ones, and their children. */
void rw_end_orphans(const int32_t *known, unsigned count);

/* -- threads.c, process.c -- */
void rw_prepare_threads(void);
void rw_prepare_exit(void);

/* -- real.c: the function that ours stands before -- */
void *rw_find(const char *name);
#define RW_REAL(name)                                                                              \
  (__extension__({                                                                                 \
    static void *found;                                                                            \
    if (!found)                                                                                    \
      found = rw_find(#name);                                                                      \
    (__typeof__(&name))found;                                                                      \
  }))

void rw_futex(uint32_t *word, int operation, uint32_t value);

/* -- threads.c -- */
void rw_watch_end(struct rw_thread *self);

/* -- system.c: code of the C library, the loader and the unwinder. Its use of its own mutexes is
 * not part of the program, and it may hold locks that we do not see: no step there. -- */
void rw_find_system(void);
int rw_is_system(const void *pc);
#define RW_CALLER_IS_SYSTEM rw_is_system(__builtin_return_address(0))

static inline const struct rw_site *rw_call_site(void) {
  return __raceward_here.at;
}

/* A step of a library call. */
static inline struct rw_event *rw_call(struct rw_thread *self, uint8_t kind, const void *address) {
  const struct rw_what what = {.kind = kind, .site = rw_call_site(), .address = address};
  return rw_step(self, &what);
}

#endif
