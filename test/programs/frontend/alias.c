// VERDICT: race
//
// Two names for one object and for one function.
#include <pthread.h>

int jiffies;
extern int ticks __attribute__((alias("jiffies")));

void tick(void) { jiffies++; } // ACCESS: read 'jiffies' @26, write 'jiffies' @26
void advance(void) __attribute__((alias("tick")));

static void *worker(void *unused) {
  advance();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  ticks = 5; // ACCESS: write 'ticks' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return jiffies; // ACCESS: read 'jiffies' @10
}
