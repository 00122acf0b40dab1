// Callers pass the same memory for parameters of different names.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry set,get --entry-memory shared
#include <pthread.h>

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

void set(int *to, int value) {
  pthread_mutex_lock(&writing);
  *to = value;
  pthread_mutex_unlock(&writing);
}

int get(const int *from) {
  pthread_mutex_lock(&reading);
  int value = *from;
  pthread_mutex_unlock(&reading);
  return value;
}
