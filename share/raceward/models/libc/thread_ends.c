// Clean-ups that are no macros of glibc, robust mutexes, and waits that name their clock.
// Cancellation itself is known to the engines.
#include "model.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

/// As in old headers of glibc, which declare it with these functions.
struct clean_up {
  void (*function)(void *);
  void *argument;
  int type;
  struct clean_up *before;
};

void _pthread_cleanup_push(struct clean_up *place, void (*function)(void *), void *argument) {
  place->function = function;
  place->argument = argument;
  raceward_cleans_up(function, argument);
}

void _pthread_cleanup_pop(struct clean_up *place, int execute) {
  raceward_cleaned_up();
  if (execute)
    raceward_runs_clean_up((const void *)place->function, place->argument);
}

void _pthread_cleanup_push_defer(struct clean_up *place, void (*function)(void *), void *argument) {
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &place->type);
  _pthread_cleanup_push(place, function, argument);
}

void _pthread_cleanup_pop_restore(struct clean_up *place, int execute) {
  _pthread_cleanup_pop(place, execute);
  pthread_setcanceltype(place->type, NULL);
}

// -- robust mutexes ---------------------------------------------------------------------------

static void give_back(void *mutex) {
  pthread_mutex_unlock(mutex);
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attribute, int robust) {
  raceward_abandons(give_back);
  return raceward_sets_robust(attribute, robust);
}

// -- clocks -----------------------------------------------------------------------------------

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  return sem_timedwait(semaphore, until);
}
