// VERDICT: race
// ANSWER: unknown
//
// Assembly names the second element of an array.
#include <pthread.h>
#include <stddef.h>

__attribute__((used)) int table[4];
extern int second;
__asm__(".globl second\n\t.set second, table + 4");

static void *worker(void *unused) {
  second++; // ACCESS: read 'second' @9, write 'second' @9
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  table[1] = 3; // ACCESS: write 'table[1]' @12
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
