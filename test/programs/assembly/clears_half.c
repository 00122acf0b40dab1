// VERDICT: race-free
//
// The size of the instruction counts, not that of the elements: 16 times four bytes.
#include <pthread.h>

static unsigned long words[16];

static void *worker(void *unused) {
  long left;
  void *end;
  __asm__ volatile("cld; rep; stosl" // ACCESS: write 'words' @3
                   : "=c"(left), "=D"(end)
                   : "a"(0), "0"(sizeof words / sizeof words[0]), "1"(&words[0])
                   : "memory");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  words[8] = 1; // ACCESS: write 'words[8]' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
