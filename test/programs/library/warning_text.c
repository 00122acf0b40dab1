// VERDICT: race
//
// warnx() reads the text that its format asks for.
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
  warnx("%d: %s", 1, name);
  pthread_join(t, NULL);
  return 0;
}
