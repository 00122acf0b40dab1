/* The threads of <threads.h>, made of POSIX threads, for ThreadSanitizer: it knows only those. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

struct start {
  thrd_start_t function;
  void *argument;
};

static int result_of(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

static void *begin(void *given) {
  const struct start start = *(struct start *)given;
  free(given);
  return (void *)(intptr_t)start.function(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct start *start = malloc(sizeof *start);
  if (!start)
    return thrd_nomem;
  *start = (struct start){function, argument};
  const int error = pthread_create((pthread_t *)thread, NULL, begin, start);
  return error == EAGAIN ? thrd_nomem : result_of(error);
}
int thrd_join(thrd_t thread, int *result) {
  void *returned = NULL;
  const int error = pthread_join((pthread_t)thread, &returned);
  if (result)
    *result = (int)(intptr_t)returned;
  return result_of(error);
}
int thrd_detach(thrd_t thread) {
  return result_of(pthread_detach((pthread_t)thread));
}
void thrd_exit(int result) {
  pthread_exit((void *)(intptr_t)result);
}

int mtx_init(mtx_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (type & mtx_recursive)
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  return result_of(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}
int mtx_lock(mtx_t *mutex) {
  return result_of(pthread_mutex_lock((pthread_mutex_t *)mutex));
}
int mtx_trylock(mtx_t *mutex) {
  return result_of(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
  return result_of(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}
int mtx_unlock(mtx_t *mutex) {
  return result_of(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}
void mtx_destroy(mtx_t *mutex) {
  pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

int cnd_init(cnd_t *condition) {
  return result_of(pthread_cond_init((pthread_cond_t *)condition, NULL));
}
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return result_of(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
  return result_of(
      pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until));
}
int cnd_signal(cnd_t *condition) {
  return result_of(pthread_cond_signal((pthread_cond_t *)condition));
}
int cnd_broadcast(cnd_t *condition) {
  return result_of(pthread_cond_broadcast((pthread_cond_t *)condition));
}
void cnd_destroy(cnd_t *condition) {
  pthread_cond_destroy((pthread_cond_t *)condition);
}

void call_once(once_flag *flag, void (*function)(void)) {
  pthread_once((pthread_once_t *)flag, function);
}
