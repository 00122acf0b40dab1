// VERDICT: race
//
// recv() writes the buffer that the other thread looks at.
#include <pthread.h>
#include <sys/socket.h>

static char buffer[8];

static void *worker(void *unused) {
  recv(3, buffer, sizeof buffer, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int seen = buffer[7];
  pthread_join(t, NULL);
  return seen;
}
