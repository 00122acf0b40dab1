// VERDICT: race-free
//
// As window_size.c, with a request that reads.
#include <pthread.h>
#include <sys/ioctl.h>

static struct winsize size;

static void *worker(void *unused) {
  ioctl(1, TIOCSWINSZ, &size);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  const int rows = size.ws_row;
  pthread_join(t, NULL);
  return rows;
}
