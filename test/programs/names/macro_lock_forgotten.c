// VERDICT: race
//
// The twin of macro_function.c: MAX evaluates its arguments twice, and the second time
// nobody holds a lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int best;

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void *worker(void *arg) {
  int mine = *(int *)arg; // ACCESS: read '*arg' @14
  int seen = MAX(best, mine); // ACCESS: read 'best' @14, read 'best' @14
  pthread_mutex_lock(&lock);
  best = seen; // ACCESS: write 'best' @8
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int score[2] = {3, 7}; // ACCESS: write 'score' @7
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, &score[i]); // ACCESS: write 't[i]' @5 by pthread_create
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL); // ACCESS: read 't[i]' @18
  return best == 7 ? 0 : 1; // ACCESS: read 'best' @10
}
