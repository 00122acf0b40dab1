// VERDICT: race-free
//
// A struct with a pointer is copied byte by byte, from its end.
#include <pthread.h>
#include <stdlib.h>
static int count;
struct item {
  int *value;
  int number;
};
static void *worker(void *unused) {
  struct item a = {malloc(4), 1}, b; // ACCESS: write 'a.value' @19, write 'a.number' @19
  for (int i = sizeof a - 1; i >= 0; i--)
    ((char *)&b)[i] = ((char *)&a)[i]; // ACCESS: write 'b.value[i]' @21, read 'a.value[i]' @23
  *b.value = 3; // ACCESS: read 'b.value' @6, write '*b.value' @12
  if (b.number != 1 || *a.value != 3) // ACCESS: read 'b.number' @9, read '*a.value' @24, read 'a.value' @27
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
