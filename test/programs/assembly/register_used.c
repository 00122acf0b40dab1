// VERDICT: race-free
// ANSWER: unknown
//
// Assembly that clears a set leaves an address behind in a register, and the program looks at its
// number. A system may place the set at any multiple of eight.
#include <pthread.h>
#include <stddef.h>

static unsigned long bits[16];
static int count;

static int left(void) {
  int length, address;
  __asm__ volatile("cld; rep; stosq" // ACCESS: write 'bits' @3
                   : "=c"(length), "=D"(address)
                   : "a"(0), "0"(sizeof(bits) / sizeof(bits[0])), "1"(&bits[0])
                   : "memory");
  return address;
}

static void *worker(void *argument) {
  if (*(int *)argument % 8 != 0) // ACCESS: read '*argument' @7
    count++; // ACCESS: read 'count' @10, write 'count' @10
  return NULL;
}

int main(void) {
  pthread_t t;
  int number = left(); // ACCESS: write 'number' @7
  pthread_create(&t, NULL, worker, &number); // ACCESS: write 't' @3 by pthread_create
  worker(&number);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
