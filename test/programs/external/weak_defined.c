// VERDICT: race-free
//
// A weak definition that is given has an address.
#include <pthread.h>

__attribute__((weak)) int level = 3;
static int defaults;

static int *find(void) { return &level; }

static void *worker(void *unused) {
  if (find() == NULL)
    defaults++; // ACCESS: read 'defaults' @13, write 'defaults' @13
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_create(&u, NULL, worker, NULL); // ACCESS: write 'u' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_join(u, NULL); // ACCESS: read 'u' @16
  return defaults; // ACCESS: read 'defaults' @10
}
