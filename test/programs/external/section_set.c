// VERDICT: race
// ANSWER: unknown
//
// Counters register themselves in a section. One thread clears all of them, between the two names
// that the linker makes; another counts.
#include <pthread.h>

#define COUNTER __attribute__((section("counters"), used)) static int

COUNTER requests;
COUNTER errors;
extern int __start_counters[];
extern int __stop_counters[];

static void clear(int *from, int *to) {
  while (from < to)
    *from++ = 0; // ACCESS: write '*from' @13
}

static void *worker(void *unused) {
  requests++; // ACCESS: read 'requests' @11, write 'requests' @11
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  clear(__start_counters, __stop_counters);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return errors; // ACCESS: read 'errors' @10
}
