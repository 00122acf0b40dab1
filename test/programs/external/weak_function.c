// VERDICT: race
// ANSWER: unknown
//
// Without the file that defines the hook its address is null, and both threads count.
#include <pthread.h>

extern void hook(int) __attribute__((weak));
static int missed;

static void notify(int what) {
  if (hook)
    hook(what);
  else
    missed++; // ACCESS: read 'missed' @11, write 'missed' @11
}

static void *worker(void *unused) {
  notify(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  notify(2);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return missed; // ACCESS: read 'missed' @10
}
