// VERDICT: race
//
// A file is read into a buffer that the other thread reads.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char block[4096];

static void *first(void *unused) {
  const int file = open("a", O_RDONLY);
  if (file >= 0 && read(file, block, sizeof block) > 0 && block[0] == 'x')
    close(file);
  return unused;
}

static void *second(void *unused) {
  if (write(1, block, 16) != 16)
    return NULL;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
