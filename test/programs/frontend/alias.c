// VERDICT: race
//
// Two names for one object and for one function.
#include <pthread.h>

int jiffies;
extern int ticks __attribute__((alias("jiffies")));

void tick(void) { jiffies++; }
void advance(void) __attribute__((alias("tick")));

static void *worker(void *unused) {
  advance();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  ticks = 5;
  pthread_join(t, NULL);
  return jiffies;
}
