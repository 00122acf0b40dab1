// VERDICT: race-free
//
// Threads take copies of one va_list. Nothing changes it while they exist.
#include <pthread.h>
#include <stdarg.h>

static va_list shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *unused) {
  va_list mine;
  va_copy(mine, shared); // ACCESS: write 'mine' @3, read 'shared' @3
  int first = va_arg(mine, int); // ACCESS: read 'mine[0].gp_offset' @15, read 'mine[0].reg_save_area' @15, write 'mine[0].gp_offset' @15, read 'mine[0].overflow_arg_area' @15, write 'mine[0].overflow_arg_area' @15, read 'va_arg(mine)' @15
  va_end(mine); // ACCESS: write 'mine' @3
  pthread_mutex_lock(&lock);
  sum += first; // ACCESS: read 'sum' @7, write 'sum' @7
  pthread_mutex_unlock(&lock);
  return unused;
}

static void run(int count, ...) {
  pthread_t t, u;
  va_start(shared, count); // ACCESS: write 'shared' @3
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_create(&u, NULL, worker, NULL); // ACCESS: write 'u' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_join(u, NULL); // ACCESS: read 'u' @16
  va_end(shared); // ACCESS: write 'shared' @3
}

int main(void) {
  run(1, 2);
  return sum; // ACCESS: read 'sum' @10
}
