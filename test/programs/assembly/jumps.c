// VERDICT: race-free
// ANSWER: unknown
//
// The lock of older kernels jumps between sections of the text.
#include <pthread.h>

static signed char free_to_take = 1;
static int counter;

static void *worker(void *unused) {
  __asm__ volatile("1: lock; decb %0\n\t"
                   "jns 3f\n"
                   "2: rep; nop\n\t"
                   "cmpb $0, %0\n\t"
                   "jle 2b\n\t"
                   "jmp 1b\n"
                   "3:"
                   : "+m"(free_to_take)
                   :
                   : "memory", "cc");
  counter++; // ACCESS: read 'counter' @10, write 'counter' @10
  __asm__ volatile("movb $1, %0" : "=m"(free_to_take) : : "memory"); // ACCESS: write 'free_to_take' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
