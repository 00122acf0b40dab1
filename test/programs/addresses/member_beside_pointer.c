// VERDICT: race-free
//
// Members beside pointers are read at an index that is an input.
#include <pthread.h>
#include <stdlib.h>
static int count;
int __VERIFIER_nondet_int(void);
struct item {
  int *first, *second;
  int number;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  static struct item items[80];
  int index = __VERIFIER_nondet_int();
  if (index < 0 || index >= 80)
    return unused;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 80; i++)
    items[i].first = items[i].second = &count; // ACCESS: write 'items[i].first' @20, write 'items[i].second' @38
  items[index].number = 9; // ACCESS: write 'items[index].number' @23
  if (items[index].number != 9) // ACCESS: read 'items[index].number' @20
    count++; // ACCESS: read 'count' @10, write 'count' @10
  pthread_mutex_unlock(&lock);
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
