// VERDICT: race
//
// The time is asked for again and again, and what is behind depends on it in a way that the solver
// does not know. A drawn time that no clock gives is drawn again.
#include <math.h>
#include <pthread.h>
#include <time.h>

static int count;

static void *work(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t a, b;
  double sum = 0;
  struct timespec now;
  for (int i = 0; i < 300; i++) {
    clock_gettime(CLOCK_REALTIME, &now); // ACCESS: write 'now' @5 by clock_gettime
    sum += sqrt((double)now.tv_nsec); // ACCESS: read 'now.tv_nsec' @29
  }
  if (!(sum > 1))
    return 0;
  pthread_create(&a, NULL, work, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, work, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return count; // ACCESS: read 'count' @10
}
