// Blocks of a file go from a reader through a queue to compressors, and to a table that they are
// written from in order, as a parallel bzip2 does.
#include <pthread.h>

#ifndef BLOCKS
#define BLOCKS 2
#endif
#ifndef WORKERS
#define WORKERS 2
#endif

static int input[BLOCKS], output[BLOCKS], ready[BLOCKS];
static int head, tail, noMore, errors;
static pthread_mutex_t queueLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tableLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t notEmpty = PTHREAD_COND_INITIALIZER;
static int queue[BLOCKS];

static void *compress(void *unused) {
  (void)unused;
  for (int turns = 0; turns <= BLOCKS; turns++) {
    pthread_mutex_lock(&queueLock);
    while (head == tail && !noMore)
      pthread_cond_wait(&notEmpty, &queueLock);
    if (head == tail) {
      pthread_mutex_unlock(&queueLock);
      return 0;
    }
    const int block = queue[head++];
    pthread_mutex_unlock(&queueLock);
    const int packed = input[block] / 2;
    pthread_mutex_lock(&tableLock);
    output[block] = packed;
    ready[block] = 1;
    pthread_mutex_unlock(&tableLock);
    if (packed > 1000) // never
      errors = 1;
  }
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], 0, compress, 0);
  for (int i = 0; i < BLOCKS; i++) {
    input[i] = 10 + i;
    pthread_mutex_lock(&queueLock);
    queue[tail++] = i;
    pthread_cond_signal(&notEmpty);
    pthread_mutex_unlock(&queueLock);
  }
  pthread_mutex_lock(&queueLock);
  noMore = 1;
  pthread_cond_broadcast(&notEmpty);
  pthread_mutex_unlock(&queueLock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], 0);
  int all = 0;
  for (int i = 0; i < BLOCKS; i++)
    all += ready[i];
  return all == BLOCKS && errors == 0 ? 0 : 1;
}
