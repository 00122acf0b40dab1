// What a generated program is linked with for its runs under ThreadSanitizer. Compiled
// without instrumentation, so that nothing here can race.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t section;
static atomic_uint seed;
static _Thread_local unsigned state;
static _Thread_local unsigned depth;

static unsigned next(void) {
  if (state == 0)
    state = 2654435761u * (atomic_fetch_add(&seed, 1) + 1) | 1;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

// Returning from main ends the process, before the other threads had their chance.
static void waitForOthers(void) {
  usleep(3000);
}

__attribute__((constructor)) static void prepare(void) {
  const char *text = getenv("CROSS_SEED");
  atomic_store(&seed, text ? (unsigned)atoi(text) * 1000 : 0);
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&section, &recursive);
  atexit(waitForOthers);
}

int __VERIFIER_nondet_int(void) {
  return (int)(next() >> 8 & 3);
}

// What does not fulfil it is no run: the rest is not looked at.
void __VERIFIER_assume(int condition) {
  if (!condition)
    _exit(0);
}

void __VERIFIER_atomic_begin(void) {
  pthread_mutex_lock(&section);
  ++depth;
}

void __VERIFIER_atomic_end(void) {
  if (depth == 0)
    return;
  --depth;
  pthread_mutex_unlock(&section);
}

void cross_pause(void) {
  switch (next() >> 8 & 15) {
  case 0:
    usleep(next() >> 8 & 511);
    break;
  case 1:
  case 2:
    sched_yield();
    break;
  default:
    break;
  }
}
