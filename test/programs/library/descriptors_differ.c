// VERDICT: race-free
//
// Two open files never have the same number.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int table[1024];

static void *first(void *unused) {
  const int file = open("a", O_RDONLY);
  if (file >= 0)
    table[file] = 1;
  return unused;
}

static void *second(void *unused) {
  const int file = open("b", O_RDONLY);
  if (file >= 0)
    table[file] = 2;
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
