// VERDICT: race
//
// getenv() compares names, also in a text of putenv().
#include <pthread.h>
#include <stdlib.h>

static char text[] = "LEVEL=1";

static void *worker(void *unused) {
  text[0] = 'B';
  return unused;
}

int main(void) {
  pthread_t t;
  putenv(text);
  pthread_create(&t, NULL, worker, NULL);
  const char *other = getenv("LIMIT");
  pthread_join(t, NULL);
  return other != NULL;
}
