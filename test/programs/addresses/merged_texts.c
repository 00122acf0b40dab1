// VERDICT: race
// ANSWER: unknown
//
// The compiler or the linker may keep the second text at the end of the first.
#include <pthread.h>

static const char *whole = "hello";
static const char *end = "lo";
static int same;

static void *worker(void *unused) {
  if (whole + 3 == end) // ACCESS: read 'whole' @7, read 'end' @20
    same++; // ACCESS: read 'same' @9, write 'same' @9
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
