// VERDICT: race-free
//
// Dekker's entry, without turns: whoever sees the other one's flag stays outside.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void enter(int me) {
  wants[me] = 1; // ACCESS: atomic write (seq_cst) 'wants[me]' @13
  if (!wants[1 - me]) // ACCESS: atomic read (seq_cst) 'wants[1 - me]' @8
    inside++; // ACCESS: read 'inside' @11, write 'inside' @11
  wants[me] = 0; // ACCESS: atomic write (seq_cst) 'wants[me]' @13
}

static void *other(void *unused) {
  enter(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL); // ACCESS: write 't' @3 by pthread_create
  enter(0);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return inside; // ACCESS: read 'inside' @10
}
