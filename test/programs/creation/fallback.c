// VERDICT: race
//
// A thread that cannot be created is replaced by a call, while the other one runs.
#include <pthread.h>
#include <stddef.h>

static int total;
static int helped;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  pthread_mutex_lock(&m);
  total++; // ACCESS: read 'total' @8, write 'total' @8
  if (helped) // ACCESS: read 'helped' @7
    total++; // ACCESS: read 'total' @10, write 'total' @10
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL); // ACCESS: write 'a' @3 by pthread_create
  if (pthread_create(&b, NULL, add, NULL) != 0) { // ACCESS: write 'b' @7 by pthread_create
    helped = 1; // ACCESS: write 'helped' @12
    add(NULL);
    pthread_join(a, NULL); // ACCESS: read 'a' @18
    return 1;
  }
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return total; // ACCESS: read 'total' @10
}
