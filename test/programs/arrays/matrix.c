// VERDICT: race-free
//
// Two dimensions, the first one by thread; also rows through a pointer to an array.
#include <pthread.h>

#define ROWS 2
#define COLUMNS 3
static int matrix[ROWS][COLUMNS];

static void clear(int (*row)[COLUMNS], int from) {
  for (int c = from; c < COLUMNS; c++)
    (*row)[c] = 0;
}

static void *worker(void *arg) {
  int r = *(int *)arg;
  clear(&matrix[r], 1);
  matrix[r][0] = r;
  for (int c = 1; c < COLUMNS; c++)
    matrix[r][c] += matrix[r][c - 1] + 1;
  return NULL;
}

int main(void) {
  pthread_t t[ROWS];
  int index[ROWS];
  for (int r = 0; r < ROWS; r++) {
    index[r] = r;
    pthread_create(&t[r], NULL, worker, &index[r]);
  }
  for (int r = 0; r < ROWS; r++)
    pthread_join(t[r], NULL);
  return matrix[1][COLUMNS - 1];
}
