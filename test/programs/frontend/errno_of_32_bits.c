// VERDICT: race-free
// DATA-MODEL: ilp32
//
// The kernel's headers, which <errno.h> includes, are found for 32 bits, too.
#include <errno.h>
#include <pthread.h>

static int failures;

static void *worker(void *unused) {
  errno = 0; // ACCESS: write '*__errno_location()' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (errno != 0) // ACCESS: read '*__errno_location()' @7
    failures++; // ACCESS: read 'failures' @13, write 'failures' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return failures; // ACCESS: read 'failures' @10
}
