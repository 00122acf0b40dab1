// VERDICT: race
//
// Two threads parse the options of the program. getopt() has variables that they share.
#include <pthread.h>
#include <unistd.h>

static char *words[] = {"program", "-v", NULL};

static void *worker(void *unused) {
  char *own[] = {"thread", NULL};
  getopt(1, own, "v");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int option = getopt(2, words, "v");
  pthread_join(t, NULL);
  return option;
}
