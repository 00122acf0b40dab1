// VERDICT: race-free
//
// A single byte that is set in an array of bytes looks like an address, and is none.
#include <pthread.h>
#include <stddef.h>

static unsigned char flags[16];
static int data[16];

static int isSet(const unsigned char *all, int i) {
  return all[i] != 0; // ACCESS: read 'all[i]' @10
}

static void *worker(void *argument) {
  int own = *(int *)argument; // ACCESS: read '*argument' @13
  for (int i = 0; i < 16; i++)
    if (isSet(flags, i) && i == own)
      data[i]++; // ACCESS: read 'data[i]' @14, write 'data[i]' @14
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int three = 3, eleven = 11; // ACCESS: write 'three' @7, write 'eleven' @18
  flags[3] = flags[11] = 1; // ACCESS: write 'flags[11]' @24, write 'flags[3]' @12
  pthread_create(&a, NULL, worker, &three); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &eleven); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
