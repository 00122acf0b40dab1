// VERDICT: race
// WITH: two_files_counter.c
//
// The racing accesses stand in two files, each with a static variable of the same name.
#include <pthread.h>

extern int total;
void countUp(void);
static int calls;

static void *worker(void *unused) {
  calls++;
  countUp();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  total = 0;
  pthread_join(t, NULL);
  return calls;
}
