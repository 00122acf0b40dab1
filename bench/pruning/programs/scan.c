// A queue of files, and workers that search them and count matches, as a parallel file scanner
// does. With BUGGY the workers look at the flag "no more files" without the lock.
#include <pthread.h>

#ifndef FILES
#define FILES 2
#endif
#ifndef WORKERS
#define WORKERS 2
#endif

static pthread_mutex_t queueLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t matchLock = PTHREAD_MUTEX_INITIALIZER;
static int queue[FILES], queued, taken, done, matches, aborted;

static void *worker(void *unused) {
  (void)unused;
  for (int turns = 0; turns < FILES + 1; turns++) {
    int file = -1;
    pthread_mutex_lock(&queueLock);
    if (taken < queued)
      file = queue[taken++];
#ifndef BUGGY
    const int last = done;
#endif
    pthread_mutex_unlock(&queueLock);
#ifdef BUGGY
    const int last = done;
#endif
    if (file < 0) {
      if (last)
        break;
      continue;
    }
    if (file % 2 == 0) {
      pthread_mutex_lock(&matchLock);
      matches++;
      pthread_mutex_unlock(&matchLock);
    }
    if (file > FILES) // never: somebody else would have to be told
      aborted = 1;
  }
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  aborted = 0;
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], 0, worker, 0);
  for (int i = 0; i < FILES; i++) {
    pthread_mutex_lock(&queueLock);
    queue[queued++] = i;
    pthread_mutex_unlock(&queueLock);
  }
  pthread_mutex_lock(&queueLock);
  done = 1;
  pthread_mutex_unlock(&queueLock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], 0);
  return 0;
}
