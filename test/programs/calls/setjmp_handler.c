// VERDICT: race-free
//
// Error handling by setjmp: `attempts` must stay in memory, or longjmp would undo its
// increments.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failures;

static void attempt(jmp_buf *escape, int number) {
  pthread_mutex_lock(&lock);
  failures++; // ACCESS: read 'failures' @11, write 'failures' @11
  pthread_mutex_unlock(&lock);
  if (number < 2)
    longjmp(*escape, 1); // ACCESS: read '*escape' @5 by longjmp
}

static void *worker(void *unused) { // ACCESS: write 'unused' @0
  jmp_buf escape;
  volatile int attempts = 0; // ACCESS: write 'attempts' @16
  if (setjmp(escape) == 0 || attempts < 2) { // ACCESS: write 'escape' @7 by _setjmp, read 'attempts' @30
    attempts++; // ACCESS: read 'attempts' @13, write 'attempts' @13
    attempt(&escape, attempts); // ACCESS: read 'attempts' @22
  }
  return unused; // ACCESS: read 'unused' @10
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return failures; // ACCESS: read 'failures' @10
}
