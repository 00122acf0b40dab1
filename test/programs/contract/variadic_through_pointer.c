// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The variadic function is called through a pointer.
#include <pthread.h>

int lib_scan(const char *format, ...);

static int (*volatile scan)(const char *, ...) = lib_scan;
static int number;

static void *worker(void *unused) {
  scan("%d", &number);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  number = 2;
  pthread_join(t, NULL);
  return 0;
}
