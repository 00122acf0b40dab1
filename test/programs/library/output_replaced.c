// VERDICT: race-free
//
// Where messages go does not matter to the threads.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  fprintf(stderr, "done\n");
  return unused;
}

int main(void) {
  pthread_t t;
  int log = open("log", O_WRONLY | O_CREAT, 0600);
  if (log < 0)
    return 1;
  dup2(log, 2);
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
