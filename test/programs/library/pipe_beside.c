// VERDICT: race-free
//
// A pipe, in a program whose locks suffice.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  pthread_mutex_lock(&lock);
  count = 1;
  pthread_mutex_unlock(&lock);
  if (write(ends[1], "a", 1) != 1)
    return NULL;
  return unused;
}

static void *second(void *unused) {
  char byte;
  if (read(ends[0], &byte, 1) == 1) {
    pthread_mutex_lock(&lock);
    count = 2;
    pthread_mutex_unlock(&lock);
  }
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
