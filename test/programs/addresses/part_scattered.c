// VERDICT: race
// ANSWER: unknown
//
// All bytes of an address are copied, but not side by side.
#include <pthread.h>
#include <stdlib.h>
static int count;
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  unsigned char buffer[2 * sizeof item] = {0}; // ACCESS: write 'buffer' @17
  for (unsigned i = 0; i < sizeof item; i++)
    buffer[2 * i] = ((unsigned char *)&item)[i]; // ACCESS: write 'buffer[2 * i]' @19, read 'item[i]' @21
  if ((buffer[0] & 0x40) != 0) // ACCESS: read 'buffer[0]' @8
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
