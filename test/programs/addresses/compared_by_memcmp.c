// VERDICT: race-free
//
// Structs with pointers in them are the same or not, wherever the objects lie.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct item {
  int *target;
  long count;
};

static int one, two, differences;

static void *worker(void *unused) {
  struct item a = {&one, 1}; // ACCESS: write 'a' @15
  struct item b = {&two, 1}; // ACCESS: write 'b' @15
  struct item c = {&one, 1}; // ACCESS: write 'c' @15
  if (memcmp(&a, &b, sizeof a) == 0 || memcmp(&a, &c, sizeof a) != 0) // ACCESS: read 'a' @7 by memcmp, read 'b' @7 by memcmp, read 'a' @40 by memcmp, read 'c' @40 by memcmp
    differences++; // ACCESS: read 'differences' @16, write 'differences' @16
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
