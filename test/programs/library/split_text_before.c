// VERDICT: race-free
//
// The twin of split_text.c: strsep() does not write what is behind the separator.
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
  line[2] = 'c';
  pthread_join(t, NULL);
  return 0;
}
