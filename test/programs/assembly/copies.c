// VERDICT: race
//
// The source of a copy is read while another thread writes there.
#include <pthread.h>

static char from[8], to[8];

static void *worker(void *unused) {
  const char *source = from;
  char *target = to;
  long count = sizeof to;
  __asm__ volatile("rep movsb" : "+S"(source), "+D"(target), "+c"(count) : : "memory"); // ACCESS: read 'source[(…) * 1]' @3, write 'target[(…) * 1]' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  from[7] = 1; // ACCESS: write 'from[7]' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return to[7]; // ACCESS: read 'to[7]' @10
}
