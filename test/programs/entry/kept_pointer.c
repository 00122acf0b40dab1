// Memory of a caller that the library keeps is not its own any more.
// VERDICT: race
// OPTIONS: --entry remember,touch
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *kept;

void remember(int *value) {
  pthread_mutex_lock(&lock);
  kept = value;
  pthread_mutex_unlock(&lock);
}

void touch(void) {
  pthread_mutex_lock(&lock);
  int *value = kept;
  pthread_mutex_unlock(&lock);
  if (value)
    ++*value;
}
