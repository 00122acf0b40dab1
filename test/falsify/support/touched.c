/* Notices objects of the thread library that the program has written without its functions: a
 * verdict assumes that there are none. They show by what should not be: an initialisation that runs
 * twice, a mutex that its owner has lost. */
#define _GNU_SOURCE
#include "touched.h"

#include "attack.h"

#include <sys/syscall.h>
#include <unistd.h>

static const char words[] = "an object of the thread library was overwritten";

enum { kObjects = 256, kHeld = 64 };

static _Thread_local const pthread_mutex_t *held[kHeld];

void falsify_has_locked(const pthread_mutex_t *mutex) {
  for (int i = 0; i < kHeld; ++i)
    if (!held[i]) {
      held[i] = mutex;
      return;
    }
}

void falsify_will_unlock(const pthread_mutex_t *mutex) {
  for (int i = 0; i < kHeld; ++i)
    if (held[i] == mutex) {
      held[i] = NULL;
      if (__atomic_load_n(&mutex->__data.__owner, __ATOMIC_RELAXED) != (int)syscall(SYS_gettid))
        falsify_note(words);
      return;
    }
}

static const pthread_once_t *begun[kObjects];
static unsigned count;
static _Thread_local const pthread_once_t *current;
static _Thread_local void (*initialise)(void);

static void begin(void) {
  const unsigned known = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < known && i < kObjects; ++i)
    if (__atomic_load_n(&begun[i], __ATOMIC_RELAXED) == current)
      falsify_note(words);
  const unsigned at = __atomic_fetch_add(&count, 1, __ATOMIC_ACQ_REL);
  if (at < kObjects)
    __atomic_store_n(&begun[at], current, __ATOMIC_RELAXED);
  initialise();
}

int __real_pthread_once(pthread_once_t *object, void (*function)(void)) REAL_NAME(pthread_once);
int __wrap_pthread_once(pthread_once_t *object, void (*function)(void)) {
  const pthread_once_t *outer = current;
  void (*outer_function)(void) = initialise;
  falsify_pause();
  current = object;
  initialise = function;
  const int error = __real_pthread_once(object, begin);
  current = outer;
  initialise = outer_function;
  falsify_pause();
  return error;
}
