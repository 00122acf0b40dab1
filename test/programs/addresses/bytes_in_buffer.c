// VERDICT: race
// ANSWER: unknown
//
// A message holds an address, which is not aligned there. Its sum decides what happens.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int even;

static unsigned sum_of(const unsigned char *bytes, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += bytes[i]; // ACCESS: read 'bytes[i]' @12
  return sum;
}

static void *worker(void *unused) {
  void *object = malloc(4); // ACCESS: write 'object' @9
  unsigned char message[1 + sizeof object];
  message[0] = 'p'; // ACCESS: write 'message[0]' @14
  memcpy(message + 1, &object, sizeof object); // ACCESS: write 'message[1]' @3 by memcpy, read 'object' @3 by memcpy
  if (sum_of(message, sizeof message) % 2 == 0)
    even++; // ACCESS: read 'even' @9, write 'even' @9
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
