// VERDICT: race-free
//
// %hhn writes one byte, and not the flag behind it.
#include <pthread.h>
#include <stdio.h>

static struct {
  signed char count;
  signed char flag;
} line;

static void *worker(void *unused) {
  printf("%s%hhn\n", "text", &line.count); // ACCESS: write 'line' @3 by printf
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  line.flag = 1; // ACCESS: write 'line.flag' @13
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  return line.flag; // ACCESS: read 'line.flag' @15
}
