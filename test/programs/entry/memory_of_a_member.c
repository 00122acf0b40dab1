// Callers pass the memory that a member of an object points to.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry first,set --entry-memory shared
#include <pthread.h>

struct buffer {
  long *data;
};

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

long first(const struct buffer *buffer) {
  pthread_mutex_lock(&reading);
  long value = buffer->data[0];
  pthread_mutex_unlock(&reading);
  return value;
}

void set(long *where) {
  pthread_mutex_lock(&writing);
  where[0] = 1;
  pthread_mutex_unlock(&writing);
}
