// VERDICT: race
// ANSWER: unknown
//
// The third argument of main and getenv() lead to the same texts.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  char *path = getenv("PATH");
  if (path)
    path[0] = 1;
  return unused;
}

int main(int argc, char **argv, char **environment) {
  pthread_t t;
  (void)argc, (void)argv;
  pthread_create(&t, NULL, worker, NULL);
  environment[0][5] = 2;
  pthread_join(t, NULL);
  return 0;
}
