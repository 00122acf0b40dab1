// VERDICT: race
// ANSWER: unknown
//
// The thread with the smaller handle is joined: which one that is, the system decides.
#include <stddef.h>
#include <threads.h>

struct job {
  thrd_t thread;
  int done;
};

static int result;

static int compute(void *argument) {
  struct job *job = argument;
  if (job->done == 0) // ACCESS: read 'job->done' @12
    result = 1; // ACCESS: write 'result' @12
  return 0;
}

static int idle(void *unused) {
  (void)unused;
  return 0;
}

static thrd_t smaller(const struct job *a, const struct job *b) {
  return a->thread < b->thread ? a->thread : b->thread; // ACCESS: read 'a->thread' @13, read 'b->thread' @25, read 'a->thread' @37, read 'b->thread' @49
}

int main(void) {
  struct job first = {0}, second = {0}; // ACCESS: write 'first' @14, write 'second' @27
  thrd_create(&first.thread, compute, &first); // ACCESS: write 'first.thread' @3 by thrd_create
  thrd_create(&second.thread, idle, NULL); // ACCESS: write 'second.thread' @3 by thrd_create
  thrd_join(smaller(&first, &second), NULL);
  return result; // ACCESS: read 'result' @10
}
