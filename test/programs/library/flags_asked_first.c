// VERDICT: race
//
// Whether a descriptor has flags does not decide the race behind it.
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  const int file = open("data", O_RDONLY);
  if (file < 0)
    return 1;
  const int flags = fcntl(file, F_GETFL);
  if (flags < 0 || fcntl(file, F_SETFL, flags | O_NONBLOCK) < 0)
    return 2;
  pthread_create(&thread, NULL, work, NULL);
  if (file > 0)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
