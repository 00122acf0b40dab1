// VERDICT: race
// DATA-MODEL: ilp32
//
// With 32 bits: a time that a caller gives is wrong only for the second thread, which waits for
// nothing and does not give the mutex up.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

enum { kInvalid = 22 }; // EINVAL

struct request {
  pthread_t thread;
  long nanoseconds;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int rejected;

static void *serve(void *argument) {
  struct request *request = argument;
  struct timespec at = {5, request->nanoseconds}; // ACCESS: write 'at.tv_sec' @24, read 'request->nanoseconds' @37, write 'at.tv_nsec' @24
  pthread_mutex_lock(&m);
  int error = pthread_cond_timedwait(&c, &m, &at); // ACCESS: read 'at' @15 by pthread_cond_timedwait
  pthread_mutex_unlock(&m);
  if (error == kInvalid)
    rejected = 1; // ACCESS: write 'rejected' @14
  return NULL;
}

int main(void) {
  struct request good = {0, 999999999}, bad = {0, 1000000000}; // ACCESS: write 'good' @18, write 'bad' @41
  pthread_create(&good.thread, NULL, serve, &good); // ACCESS: write 'good.thread' @3 by pthread_create
  pthread_create(&bad.thread, NULL, serve, &bad); // ACCESS: write 'bad.thread' @3 by pthread_create
  if (rejected) // ACCESS: read 'rejected' @7
    return 1;
  pthread_join(good.thread, NULL); // ACCESS: read 'good.thread' @21
  pthread_join(bad.thread, NULL); // ACCESS: read 'bad.thread' @20
  return 0;
}
