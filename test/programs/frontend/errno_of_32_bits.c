// VERDICT: race-free
// DATA-MODEL: ILP32
//
// The kernel's headers, which <errno.h> includes, are found for 32 bits, too.
#include <errno.h>
#include <pthread.h>

static int failures;

static void *worker(void *unused) {
  errno = 0; // of this thread
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (errno != 0)
    failures++;
  pthread_join(t, NULL);
  return failures;
}
