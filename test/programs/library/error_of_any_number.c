// VERDICT: race
//
// The numbers of errors do not end at 127.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (open("data", O_RDONLY) < 0 && errno == EKEYREJECTED)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
