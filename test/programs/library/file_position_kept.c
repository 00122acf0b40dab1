// VERDICT: race-free
// ANSWER: unknown
//
// The position is that of a new file, which is not followed.
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
  const off_t position = lseek(file, 0, SEEK_CUR);
  pthread_create(&thread, NULL, work, NULL);
  if (position > 0)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
