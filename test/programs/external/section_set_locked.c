// VERDICT: race-free
//
// The twin of section_set.c: the lock is held. What is not in the section is apart.
#include <pthread.h>

#define COUNTER __attribute__((section("counters"), used)) static int

COUNTER requests;
COUNTER errors;
extern int __start_counters[];
extern int __stop_counters[];
static int finished;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void clear(int *from, int *to) {
  pthread_mutex_lock(&lock);
  while (from < to)
    *from++ = 0; // ACCESS: write '*from' @13
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  requests++; // ACCESS: read 'requests' @11, write 'requests' @11
  pthread_mutex_unlock(&lock);
  finished = 1; // ACCESS: write 'finished' @12
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  clear(__start_counters, __stop_counters);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return errors + finished; // ACCESS: read 'errors' @10, read 'finished' @19
}
