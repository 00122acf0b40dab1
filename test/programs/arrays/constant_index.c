// VERDICT: race
//
// Constant subscripts of globals: two of them meet, the others do not.
#include <pthread.h>

static int slots[4];
static char name[2][8];

static void *worker(void *unused) {
  slots[1] = 1; // ACCESS: write 'slots[1]' @12
  slots[2] = 1; // ACCESS: write 'slots[2]' @12
  name[1][0] = 'b'; // ACCESS: write 'name[1][0]' @14
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  slots[0] = 2; // ACCESS: write 'slots[0]' @12
  slots[2] = 2; // ACCESS: write 'slots[2]' @12
  name[0][0] = 'a'; // ACCESS: write 'name[0][0]' @14
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return slots[0] + slots[3] + *name[1]; // ACCESS: read 'slots[0]' @10, read 'slots[3]' @21, read 'name[1][0]' @32
}
