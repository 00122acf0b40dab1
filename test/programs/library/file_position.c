// VERDICT: race-free
//
// The position is what lseek() was told, or the call fails.
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

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
  const off_t position = lseek(file, 0, SEEK_SET);
  pthread_create(&thread, NULL, work, NULL);
  if (position != 0 && position != -1)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
