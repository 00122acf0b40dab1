// VERDICT: race-free
//
// Each waits for those that it has created.
#include <pthread.h>

static int leaves[2];

static void *leaf(void *arg) {
  *(int *)arg = 1; // ACCESS: write '*arg' @15
  return NULL;
}

static void *inner(void *unused) {
  pthread_t t;
  pthread_create(&t, NULL, leaf, &leaves[0]); // ACCESS: write 't' @3 by pthread_create
  leaf(&leaves[1]);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, inner, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return leaves[0] + leaves[1]; // ACCESS: read 'leaves[0]' @10, read 'leaves[1]' @22
}
