// Each thread fetches its segment of a file (memory instead of a socket) and adds what it has to
// a progress counter under a lock. With BUGGY whoever shows the progress reads it without.
#include <pthread.h>

#ifndef SEGMENTS
#define SEGMENTS 2
#endif
#ifndef BLOCKS
#define BLOCKS 2
#endif

static char source[SEGMENTS * BLOCKS], target[SEGMENTS * BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int progress, shown, failed, retries;

static void *fetch(void *argument) {
  const int segment = (int)(long)argument;
  for (int i = 0; i < BLOCKS; i++) {
    const int at = segment * BLOCKS + i;
    target[at] = source[at];
    pthread_mutex_lock(&lock);
    progress++;
    const int all = progress;
    pthread_mutex_unlock(&lock);
    if (all > SEGMENTS * BLOCKS) // never
      failed = segment + 1;
  }
  return 0;
}

int main(void) {
  pthread_t threads[SEGMENTS];
  for (int i = 0; i < SEGMENTS; i++)
    pthread_create(&threads[i], 0, fetch, (void *)(long)i);
  for (int i = 0; i < 2; i++) {
#ifdef BUGGY
    shown = progress;
#else
    pthread_mutex_lock(&lock);
    shown = progress;
    pthread_mutex_unlock(&lock);
#endif
    if (shown > SEGMENTS * BLOCKS)
      retries++;
  }
  for (int i = 0; i < SEGMENTS; i++)
    pthread_join(threads[i], 0);
  return failed + retries;
}
