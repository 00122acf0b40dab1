// VERDICT: race
//
// That the user is another one now tells that a thread has changed it, and orders nothing.
#include <pthread.h>
#include <unistd.h>

static int data;

static void *work(void *unused) {
  data = 1;
  (void)setuid(1000);
  return unused;
}

int main(void) {
  pthread_t t;
  if (getuid() == 1000)
    return 1;
  pthread_create(&t, NULL, work, NULL);
  if (getuid() == 1000)
    data = 2;
  pthread_join(t, NULL);
  return 0;
}
