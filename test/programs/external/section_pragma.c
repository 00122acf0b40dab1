// VERDICT: race
// ANSWER: unknown
//
// A pragma puts 'first' into the section that the linker's name is the beginning of.
#include <pthread.h>

#pragma clang section bss = "counters"
int first;
#pragma clang section bss = ""
extern int __start_counters[];

static void *worker(void *unused) {
  __start_counters[0]++; // ACCESS: read '__start_counters' @22, write '__start_counters' @22
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  first++; // ACCESS: read 'first' @8, write 'first' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
