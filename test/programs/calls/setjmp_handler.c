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
  failures++;
  pthread_mutex_unlock(&lock);
  if (number < 2)
    longjmp(*escape, 1);
}

static void *worker(void *unused) {
  jmp_buf escape;
  volatile int attempts = 0;
  if (setjmp(escape) == 0 || attempts < 2) {
    attempts++;
    attempt(&escape, attempts);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return failures;
}
