// VERDICT: race-free
//
// Each thread waits with a copy of the set. What is not in there is not reported.
#include <pthread.h>
#include <sys/select.h>

static fd_set wanted;
static int count;

static void *worker(void *unused) {
  fd_set own = wanted;
  if (select(4, &own, NULL, NULL, NULL) > 0 && FD_ISSET(3, &own))
    count++;
  return unused;
}

int main(void) {
  FD_ZERO(&wanted);
  FD_SET(0, &wanted);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return count;
}
