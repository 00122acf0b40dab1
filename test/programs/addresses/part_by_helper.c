// VERDICT: race
// ANSWER: unknown
//
// A helper copies two bytes of an address into a buffer.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
static void put(unsigned char *to, const void *from, int bytes) {
  const unsigned char *next = from;
  while (bytes-- > 0)
    *to++ = *next++; // ACCESS: write '*to' @11, read '*next' @13
}
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  unsigned char buffer[16];
  unsigned short bits;
  put(buffer + 3, &item, 2);
  memcpy(&bits, buffer + 3, 2); // ACCESS: write 'bits' @3 by memcpy, read 'buffer[3]' @3 by memcpy
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
