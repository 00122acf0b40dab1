// VERDICT: race
//
// One thread copies a va_list, another ends it. C lets va_end change the list (7.16.1.3).
#include <pthread.h>
#include <stdarg.h>

static struct {
  int count;
  va_list arguments;
} job;

static void *worker(void *unused) {
  va_end(job.arguments); // ACCESS: write 'job.arguments' @3
  return unused;
}

static int run(int count, ...) {
  pthread_t t;
  va_list mine;
  va_start(job.arguments, count); // ACCESS: write 'job.arguments' @3
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  va_copy(mine, job.arguments); // ACCESS: write 'mine' @3, read 'job.arguments' @3
  int first = va_arg(mine, int); // ACCESS: read 'mine[0].gp_offset' @15, read 'mine[0].reg_save_area' @15, write 'mine[0].gp_offset' @15, read 'mine[0].overflow_arg_area' @15, write 'mine[0].overflow_arg_area' @15, read 'va_arg(mine)' @15
  va_end(mine); // ACCESS: write 'mine' @3
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return first;
}

int main(void) { return run(1, 2); }
