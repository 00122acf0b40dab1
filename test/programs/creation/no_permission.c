// VERDICT: race
//
// The policy of the second thread may not be permitted, which main counts.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static int count;

static void *work(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

static void *idle(void *unused) {
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_attr_t attributes;
  if (pthread_create(&first, NULL, work, NULL) != 0) // ACCESS: write 'first' @7 by pthread_create
    return 1;
  pthread_attr_init(&attributes); // ACCESS: write 'attributes' @3 by pthread_attr_init
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED); // ACCESS: write 'attributes' @3 by pthread_attr_setinheritsched
  pthread_attr_setschedpolicy(&attributes, SCHED_FIFO); // ACCESS: write 'attributes' @3 by pthread_attr_setschedpolicy
  int error = pthread_create(&second, &attributes, idle, NULL); // ACCESS: write 'second' @15 by pthread_create, read 'attributes' @15 by pthread_create
  if (error == EPERM)
    count++; // ACCESS: read 'count' @10, write 'count' @10
  if (error == 0)
    pthread_join(second, NULL); // ACCESS: read 'second' @18
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  return 0;
}
