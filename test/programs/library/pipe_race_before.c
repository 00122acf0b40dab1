// VERDICT: race
//
// The race comes before anything is read from the pipe.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int count;

static void *first(void *unused) {
  count = 1;
  if (write(ends[1], "a", 1) != 1)
    return NULL;
  return unused;
}

static void *second(void *unused) {
  char byte;
  count = 2;
  if (read(ends[0], &byte, 1) != 1)
    return NULL;
  return unused;
}

int main(void) {
  pthread_t one, two;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
