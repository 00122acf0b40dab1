// VERDICT: race
//
// %hhn writes one byte: the flag behind the counted one is another variable, the counted one is not.
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
  int last = line.count; // ACCESS: read 'line.count' @19
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  return last;
}
