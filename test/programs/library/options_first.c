// VERDICT: race-free
//
// The usual order: options, then threads, which only read what was parsed.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char *words[] = {"program", "-n", "3", "file", NULL};
static int count;

static void *worker(void *unused) {
  return count == 3 && optind == 3 ? unused : NULL;
}

int main(void) {
  int option;
  while ((option = getopt(4, words, "n:")) != -1)
    if (option == 'n')
      count = atoi(optarg);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
