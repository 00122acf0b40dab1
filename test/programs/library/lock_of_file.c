// VERDICT: race
//
// F_GETLK writes who holds the lock.
#include <fcntl.h>
#include <pthread.h>

static struct flock range = {.l_type = F_WRLCK, .l_whence = 0};

static void *worker(void *unused) {
  fcntl(3, F_GETLK, &range);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  fcntl(4, F_SETLK, &range);
  pthread_join(t, NULL);
  return 0;
}
