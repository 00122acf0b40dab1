// A counter that two threads increment without a lock: the program of the README.
//
// `readings++` reads and then writes, so an increment can be lost. `limit` is not a problem: it is
// written before the threads exist. sensor_fixed.c makes the counter atomic.
//
//   $ raceward check sensor.c
//   | sensor.c:19:13: error: data race on 'readings': this write in 'worker' (thread T1)
//   | ...
//   | raceward: race: 1 data race found

#include <pthread.h>
#include <stdio.h>

static int limit;    // set up once, then only read
static int readings; // shared by all workers

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
