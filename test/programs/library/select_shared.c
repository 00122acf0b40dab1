// VERDICT: race
//
// select() leaves those that are ready in the set, which the other thread is filling.
#include <pthread.h>
#include <sys/select.h>

static fd_set wanted;

static void *worker(void *unused) {
  struct timeval time = {1, 0};
  select(4, &wanted, NULL, NULL, &time);
  return unused;
}

int main(void) {
  FD_ZERO(&wanted);
  FD_SET(0, &wanted);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  FD_SET(3, &wanted);
  pthread_join(t, NULL);
  return 0;
}
