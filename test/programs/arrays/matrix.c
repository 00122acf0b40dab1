// VERDICT: race-free
//
// Two dimensions, the first one by thread; also rows through a pointer to an array.
#include <pthread.h>

#define ROWS 2
#define COLUMNS 3
static int matrix[ROWS][COLUMNS];

static void clear(int (*row)[COLUMNS], int from) {
  for (int c = from; c < COLUMNS; c++)
    (*row)[c] = 0; // ACCESS: write '(*row)[c]' @15
}

static void *worker(void *arg) {
  int r = *(int *)arg; // ACCESS: read '*arg' @11
  clear(&matrix[r], 1);
  matrix[r][0] = r; // ACCESS: write 'matrix[r][0]' @16
  for (int c = 1; c < COLUMNS; c++)
    matrix[r][c] += matrix[r][c - 1] + 1; // ACCESS: read 'matrix[r][c]' @18, write 'matrix[r][c]' @18, read 'matrix[r][c - 1]' @21
  return NULL;
}

int main(void) {
  pthread_t t[ROWS];
  int index[ROWS];
  for (int r = 0; r < ROWS; r++) {
    index[r] = r; // ACCESS: write 'index[r]' @14
    pthread_create(&t[r], NULL, worker, &index[r]); // ACCESS: write 't[r]' @5 by pthread_create
  }
  for (int r = 0; r < ROWS; r++)
    pthread_join(t[r], NULL); // ACCESS: read 't[r]' @18
  return matrix[1][COLUMNS - 1]; // ACCESS: read 'matrix[1][2]' @10
}
