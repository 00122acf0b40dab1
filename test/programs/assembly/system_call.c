// VERDICT: race-free
// ANSWER: unknown
//
// A system call may do anything to memory.
#include <pthread.h>

static long process(void) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(39) : "rcx", "r11", "memory");
  return result;
}

static void *worker(void *unused) {
  process();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
