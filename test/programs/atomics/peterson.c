// VERDICT: race-free
//
// Peterson's lock with seq_cst.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int me) {
  wants[me] = 1; // ACCESS: atomic write (seq_cst) 'wants[me]' @13
  turn = 1 - me; // ACCESS: atomic write (seq_cst) 'turn' @8
  while (wants[1 - me] && turn == 1 - me) // ACCESS: atomic read (seq_cst) 'wants[1 - me]' @10, atomic read (seq_cst) 'turn' @27
    ;
  inside++; // ACCESS: read 'inside' @9, write 'inside' @9
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
