// VERDICT: race
//
// strsep() writes a zero into the text that it splits.
#include <pthread.h>
#include <string.h>

static char line[] = "a b";

static void *worker(void *unused) {
  char *rest = line;
  strsep(&rest, " ");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  char second = line[1];
  pthread_join(t, NULL);
  return second;
}
