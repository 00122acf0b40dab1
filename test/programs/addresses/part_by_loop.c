// VERDICT: race
// ANSWER: unknown
//
// A loop copies three bytes of an address into a number.
#include <pthread.h>
#include <stdlib.h>
static int count;
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  unsigned bits = 0; // ACCESS: write 'bits' @12
  for (int i = 0; i < 3; i++)
    ((char *)&bits)[i] = ((char *)&item)[i]; // ACCESS: write 'bits[i]' @24, read 'item[i]' @26
  if ((bits & 0x40) != 0) // ACCESS: read 'bits' @8
    count++; // ACCESS: read 'count' @10, write 'count' @10
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
