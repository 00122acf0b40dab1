// VERDICT: race
//
// The address of a function that may be missing stands in a table.
#include <pthread.h>

extern void plug(void) __attribute__((weak));
static void (*const plugs[])(void) = {plug};
static int empty;

static void *worker(void *unused) {
  if (plugs[0] == NULL) // ACCESS: read 'plugs[0]' @7
    empty++; // ACCESS: read 'empty' @10, write 'empty' @10
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_create(&u, NULL, worker, NULL); // ACCESS: write 'u' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_join(u, NULL); // ACCESS: read 'u' @16
  return empty; // ACCESS: read 'empty' @10
}
