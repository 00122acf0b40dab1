// The counter of sensor.c as a C11 atomic.
//
// The increments are atomic, `limit` is only read while the workers run, and the last read comes
// after both joins.
//
//   $ raceward check -q sensor_fixed.c
//   | raceward: race-free: all 6 suspects are ruled out

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int limit;           // set up once, then only read
static atomic_int readings; // shared by all workers

static void *worker(void *unused) {
  for (int i = 0; i < limit; i++)
    readings++;
  return unused;
}

int main(void) {
  pthread_t first, second;
  limit = 1000;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("%d\n", readings);
  return 0;
}
