// VERDICT: race
//
// One thread clears the set that another one looks into, behind what the operand names.
#include <pthread.h>

static unsigned long words[16];

static void *worker(void *unused) {
  long left;
  void *end;
  __asm__ volatile("cld; rep; stosl" // ACCESS: write 'words' @3
                   : "=c"(left), "=D"(end)
                   : "a"(0), "0"(32), "1"(&words[0])
                   : "memory");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int last = (int)words[15]; // ACCESS: read 'words[15]' @19
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return last;
}
