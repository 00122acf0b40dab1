/* Atomic sections, as one lock that every section takes. It orders more than sections do, so that
 * an attack may miss a race by it, and does not make one up. */
#define _GNU_SOURCE
#include "attack.h"

#include <pthread.h>

int __real_pthread_mutex_lock(pthread_mutex_t *mutex) REAL_NAME(pthread_mutex_lock);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex) REAL_NAME(pthread_mutex_unlock);

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local unsigned depth;

__attribute__((weak)) void __VERIFIER_atomic_begin(void) {
  falsify_pause();
  __real_pthread_mutex_lock(&section);
  ++depth;
}

__attribute__((weak)) void __VERIFIER_atomic_end(void) {
  if (depth == 0)
    return;
  --depth;
  __real_pthread_mutex_unlock(&section);
  falsify_pause();
}
