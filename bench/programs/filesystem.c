// N threads each claim a file and then the first free block for it, under the locks of both.
// From N = 14 on some want the same block.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 24
#endif

enum { BLOCKS = 26, FILES = 32 };

static pthread_mutex_t file_lock[FILES], block_lock[BLOCKS];
static int file[FILES], busy[BLOCKS];
static int numbers[N];

static void *claim(void *number) {
  int i = *(int *)number % FILES;
  pthread_mutex_lock(&file_lock[i]);
  if (file[i] == 0) {
    int block = i * 2 % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_lock[block]);
      if (!busy[block]) {
        busy[block] = 1;
        file[i] = block + 1;
        pthread_mutex_unlock(&block_lock[block]);
        break;
      }
      pthread_mutex_unlock(&block_lock[block]);
      block = (block + 1) % BLOCKS;
    }
  }
  assert(file[i] != 0);
  pthread_mutex_unlock(&file_lock[i]);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < FILES; i++)
    pthread_mutex_init(&file_lock[i], 0);
  for (int i = 0; i < BLOCKS; i++)
    pthread_mutex_init(&block_lock[i], 0);
  for (int i = 0; i < N; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], 0, claim, &numbers[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  return 0;
}
