// VERDICT: race-free
//
// The twin of warning_text.c: an address is printed, and not what is there.
#include <err.h>
#include <pthread.h>

static char name[] = "one";

static void *worker(void *unused) {
  name[0] = 'O';
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  warnx("%d: %p", 1, (void *)name);
  pthread_join(t, NULL);
  return 0;
}
