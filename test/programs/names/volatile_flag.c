// VERDICT: race
//
// `volatile` orders nothing between threads, and is not atomic.
#include <pthread.h>

static volatile int ready;
static int answer;

static void *compute(void *unused) {
  answer = 42; // ACCESS: write 'answer' @10
  ready = 1; // ACCESS: write 'ready' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, compute, NULL); // ACCESS: write 't' @3 by pthread_create
  while (!ready) // ACCESS: read 'ready' @11
    ;
  int result = answer; // ACCESS: read 'answer' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return result;
}
