// VERDICT: race
//
// The text of putenv() is the environment: getenv() returns a part of it.
#include <pthread.h>
#include <stdlib.h>

static char text[] = "LEVEL=1";

static void *worker(void *unused) {
  text[6] = '2';
  return unused;
}

int main(void) {
  pthread_t t;
  putenv(text);
  pthread_create(&t, NULL, worker, NULL);
  const char *level = getenv("LEVEL");
  const char first = level != NULL ? level[0] : 0;
  pthread_join(t, NULL);
  return first;
}
