/* The interface between the instrumented program, its runtime and Raceward.
 *
 * Three components include this file: the pass (src/native/pass) emits calls of the hooks and
 * tables of sites; the runtime (this folder) is linked into the program; the controller
 * (src/native) maps the same memory and reads the finished run. Plain C, fixed sizes, no
 * pointers in shared memory. */
#ifndef RACEWARD_CONTROL_H
#define RACEWARD_CONTROL_H

#include "raceward_actions.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RW_CONTROL_VERSION 3u

/* -- sites: emitted by the pass, one per hooked instruction or call ------------------------------
 */

/* The strings are addresses in the program. The runtime numbers the sites of all linked objects
 * in the order in which they register, from 1 on, which is the same in every run. */
struct rw_site {
  uint32_t id; /* set at registration */
  uint32_t line;
  uint32_t column;
  uint32_t index;       /* of the instruction in its module, for facts from the embedded bitcode */
  const char *file;     /* as the compiler saw it */
  const char *function; /* as in the source; C++ names are demangled by the controller */
  const char *object;   /* accessed object in C syntax: "x", "list->head"; "": unknown */
  const char *callee;   /* of a call: the function's name; "" if it is indirect or not a call */
};

/* A frame of an instrumented function that has hooks or calls; it is on its stack. */
struct rw_frame {
  struct rw_frame *parent;
  const struct rw_site *called_from; /* in the parent; 0 if the caller is not instrumented */
  uint32_t context;                  /* number of this call chain; 0: not computed yet */
  uint32_t reserved;
};

/* One per thread, in initial-exec thread-local storage of the runtime. The pass writes both
 * inline: `at` before every call, `frame` at entry, at exit, after calls that may return twice,
 * and in landing pads. */
struct rw_here {
  struct rw_frame *frame;
  const struct rw_site *at;
};
extern __thread struct rw_here __raceward_here;

/* -- hooks: called right before the instruction ---------------------------------------------------
 * The token that the calling thread holds stays with it until its next hook, so that the access
 * itself is made before any other thread moves. */
void __raceward_read(const void *address, uint64_t bytes, const struct rw_site *site);
void __raceward_write(const void *address, uint64_t bytes, const struct rw_site *site);
/* memcpy and the like: one step. */
void __raceward_copy(const void *to, const void *from, uint64_t bytes, const struct rw_site *site);
void __raceward_set(const void *to, uint64_t bytes, const struct rw_site *site);
/* `order`: enum rw_order. */
void __raceward_atomic_read(const void *address, uint64_t bytes, uint32_t order,
                            const struct rw_site *site);
void __raceward_atomic_write(const void *address, uint64_t bytes, uint32_t order,
                             const struct rw_site *site);
void __raceward_atomic_update(const void *address, uint64_t bytes, uint32_t order,
                              const struct rw_site *site);
/* A compare-and-swap, and right after it whether it succeeded. */
void __raceward_compare(const void *address, uint64_t bytes, uint32_t success, uint32_t failure,
                        const struct rw_site *site);
void __raceward_compared(uint32_t succeeded);
void __raceward_fence(uint32_t order, const struct rw_site *site);
/* Before a call of a function that may not be instrumented and whose effects are unknown. Its
 * accesses are not seen; the run records the call. */
void __raceward_call(const void *function, const struct rw_site *site);
/* Before inline assembly that may access memory or order threads. */
void __raceward_assembly(const struct rw_site *site);
/* Is placed right before the first instruction of every instrumented function. */
#define RW_INSTRUMENTED_MARK 0x01534e4545534357ull
/* Called by a constructor of each translation unit, before all others of it. */
void __raceward_register(struct rw_site *begin, struct rw_site *end);

enum rw_order {
  RW_RELAXED = 1,
  RW_CONSUME = 2,
  RW_ACQUIRE = 3,
  RW_RELEASE = 4,
  RW_ACQ_REL = 5,
  RW_SEQ_CST = 6
};

/* -- shared memory ----------------------------------------------------------------------------- */

/* The program is started once, with RACEWARD_CONTROL="MEMFD,REPLYFD,SLOTS,SLOTBYTES" in its
 * environment. The runtime's first constructor then becomes a fork server: for each slot it
 * keeps one forked child that waits for `go` of its slot, runs the program, and ends. After the
 * end of a child the server writes a struct rw_reply to REPLYFD and forks the next child of that
 * slot. It ends when REPLYFD has no reader or its parent dies. Without that variable the hooks
 * do nothing. */
struct rw_reply {
  uint32_t slot;
  int32_t status; /* of waitpid() */
};

enum {
  RW_MOST_THREADS = 64,
  RW_MOST_CHANGES = 32,
  RW_PATH_BYTES = 1024,
  RW_WORDS_BYTES = 512,
  RW_MOST_FREED = 1 << 22,
  RW_MOST_UNSEEN = 64,
  RW_UNSEEN_BYTES = 232
};

/* The kinds of records (enum rw_kind) come from the list of actions. What they need to know:
 *
 * RW_EV_LOCK     a mutex, a spin lock, a read-write lock by a writer, once by its first caller
 * RW_EV_TRYLOCK, RW_EV_READ_TRYLOCK   an attempt that failed
 * RW_EV_LOOK     sem_getvalue; with RW_ATTEMPT a sem_trywait that failed
 * RW_EV_PASS     `bytes`: number of arrivals in a round; `extra`: number of its first arrival
 * RW_EV_CREATE, RW_EV_JOIN            `extra`: number of the other thread
 * RW_EV_START    first step of every thread but main
 * RW_EV_AWAIT    a waiter of a condition variable; goes on after an atomic write of `address`
 * RW_EV_LOCAL    touches nothing that others see: a sleep, a yield
 * RW_EV_OUTSIDE  a call that may wait for the world outside; can go when it would not wait.
 *                `address`: the channel, which its `order` acquires or releases; 0: none
 * RW_EV_EXIT     the end of the process: can go when no other thread can, sleepers aside */

/* Condition variables (exact, FIFO): a wait is ATOMIC_UPDATE (relaxed) of the first byte of the
 * variable, UNLOCK, AWAIT of the waiter's own address, LOCK. A signal is ATOMIC_UPDATE (relaxed)
 * of the first byte and, if somebody waits, ATOMIC_WRITE (relaxed) of that waiter's address; a
 * broadcast has one such write for each. Timed waits: an AWAIT with RW_TIMED can go whenever the
 * runtime's rule for time says so, see time.c. */

enum rw_flag {
  RW_ATTEMPT = 1, /* try…: it would not have waited */
  RW_MORE = 2,    /* the next record belongs to the same step: the write of a copy */
  RW_TIMED = 4,   /* gave up waiting */
  RW_SLEEPER = 8, /* LOCAL: a thread that sleeps or yields; others go first in the default rule */
  /* WRITE: free() by the program, of at most RW_MOST_FREED bytes; LOCAL: free() by a library,
   * `address`, `extra`: bytes */
  RW_FREED = 16,
  RW_ALLOCATED = 32, /* LOCAL: malloc() …; only logged if `log_allocations` */
  /* `address` names a condition variable, a waiter, or a block that one thread frees and another
   * one gets (a release, an acquire): no memory of the program. */
  RW_MEETING = 64,
  /* What it will be shows when it goes: a caller of once locks or read-locks. */
  RW_OPEN = 128
};

/* One step of one thread. 40 bytes. */
struct rw_event {
  uint8_t kind;   /* enum rw_kind */
  uint8_t thread; /* in the order of creation in this run; main is 0 */
  uint8_t order;  /* enum rw_order, of atomics and fences */
  uint8_t flags;
  uint32_t site; /* 0: not known */
  uint64_t address;
  uint32_t bytes;
  uint32_t extra;
  uint32_t context; /* chain of calls; 0: none known */
  uint32_t reserved;
  uint64_t enabled; /* threads that could have moved instead, right before it; one bit each */
};

/* The forced beginning of a run: entry i is for step i, whose later records (RW_MORE) belong to
 * the same step. A site or address of 0 matches all. */
struct rw_forced {
  uint8_t thread;
  uint8_t kind; /* RW_EV_NONE matches all; failed and successful attempts match each other */
  uint16_t reserved;
  uint32_t site;
  uint64_t address;
};

/* Number `n` is entry n - 1. */
struct rw_context {
  uint32_t parent;
  uint32_t site; /* of the call */
};

enum rw_policy {
  RW_LOWEST,   /* at every step the thread with the lowest number that can move */
  RW_CONTINUE, /* the same thread while it can move, then the next higher one, in a circle */
  RW_RANDOM,   /* any; `switch_permille` of the steps */
  RW_PRIORITY  /* PCT: random priorities, lowered at `depth` random moments of `length` events */
};

enum rw_state {
  RW_IDLE,
  RW_RUNNING,
  RW_FINISHED, /* the process ended by itself, or all threads did */
  RW_DEADLOCK, /* threads are left, and none of them can move */
  RW_DIVERGED, /* the forced part could not be followed; see `words` */
  RW_LOG_FULL,
  RW_TOO_LONG, /* `most_events` */
  RW_CRASHED,  /* a signal; see `signal`, `words` and `crash_stack` */
  RW_REFUSED   /* the runtime cannot go on: too many threads; see `words` */
};

/* Thread `thread` gets the token at event number `at`, if it can move then. */
struct rw_change {
  uint64_t at;
  uint32_t thread;
  uint32_t reserved;
};

/* Parts of the run without hooks while there were other threads: the first call of each
 * function. */
struct rw_unseen {
  uint64_t address; /* of the function; 0: inline assembly */
  uint32_t site;
  uint32_t reserved;
  char name[RW_UNSEEN_BYTES]; /* the linker's; "": the site may have it */
};

/* The start of each slot. Everything else in the slot is found by the offsets, in bytes from the
 * start of the slot. The controller writes the first part before it sets `go`. */
struct rw_control {
  uint32_t version;
  uint32_t go; /* a futex: the child waits while it is 0 */
  /* -- written by the controller */
  uint32_t policy;
  uint32_t switch_permille;
  uint64_t seed;
  uint64_t length;
  uint32_t depth;
  uint32_t only_marked; /* policies switch only at marked sites and at synchronisation */
  uint64_t most_events;
  uint32_t change_count;
  uint32_t forced_count;
  uint32_t most_forced;
  uint32_t most_contexts;
  uint64_t most_logged;
  uint64_t forced_at;   /* struct rw_forced[] */
  uint64_t contexts_at; /* struct rw_context[] */
  uint64_t marks_at; /* one byte per site, site 1 first: 1 marked, 2 not a step: its plain accesses
                        are not logged, and no other thread moves there */
  uint64_t marks_bytes;
  uint64_t log_at;  /* struct rw_event[] */
  uint64_t avoided; /* threads that the policy chooses only if no other is enabled; a bit each */
  uint32_t log_allocations;
  uint32_t pin_to_cpu; /* number + 1; 0: not pinned */
  struct rw_change changes[RW_MOST_CHANGES];
  char directory[RW_PATH_BYTES]; /* "": unchanged */
  char input[RW_PATH_BYTES];     /* opened as standard input; "" is /dev/null */
  char output[RW_PATH_BYTES];    /* standard output is written there; "" is /dev/null */
  char errors[RW_PATH_BYTES];
  /* -- written by the runtime */
  int32_t pid;
  uint32_t state; /* enum rw_state */
  uint64_t event_count;
  uint32_t thread_count;
  uint32_t context_count;
  uint64_t enabled;                         /* at the end */
  uint64_t switches;                        /* of the token between threads */
  struct rw_event pending[RW_MOST_THREADS]; /* next step of each thread; kind NONE: it has ended */
  uint64_t starts[RW_MOST_THREADS];         /* address of its start function */
  int32_t signal;
  uint32_t crash_depth;
  uint64_t crash_stack[64]; /* sites, innermost first */
  char words[RW_WORDS_BYTES];
  uint32_t unseen_count; /* at most RW_MOST_UNSEEN are recorded */
  struct rw_unseen unseen[RW_MOST_UNSEEN];
};

/* The table of sites: the server writes it to the file that RACEWARD_SITES names, if set, before
 * the first fork. Lines of text, fields separated by tabs, site 1 first:
 *   line column index file function object callee module
 * `module` numbers the registrations. Functions that threads may start with are not listed: the
 * controller reads the symbols of the executable. */

#ifdef __cplusplus
}
#endif

#endif
