// VERDICT: race
// How many threads there are is scanned from the arguments. One step of a depth-first search asks
// thousands of questions about their texts, and must not use up the time for a hunt.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int writers = 4, readers = 1;
static int level;

static void *rise(void *unused) {
  level = 1; // ACCESS: write 'level' @9
  return 0;
}

static void *look(void *unused) {
  return level > 1 ? 0 : &writers; // ACCESS: read 'level' @10
}

int main(int argc, char *argv[]) {
  if (argc != 1) {
    if (argc != 3)
      exit(1);
    sscanf(argv[1], "%d", &writers); // ACCESS: read '*argv[1]' @5 by __isoc99_sscanf, write 'writers' @5 by __isoc99_sscanf, read 'argv[1]' @12
    sscanf(argv[2], "%d", &readers); // ACCESS: read '*argv[2]' @5 by __isoc99_sscanf, write 'readers' @5 by __isoc99_sscanf, read 'argv[2]' @12
  }
  if (writers > 100000 || readers > 100000) // ACCESS: read 'writers' @7, read 'readers' @27
    exit(1);
  pthread_t rising[writers], looking[readers]; // ACCESS: read 'writers' @20, read 'readers' @38
  for (int i = 0; i < writers; i++) // ACCESS: read 'writers' @23
    pthread_create(&rising[i], 0, rise, 0); // ACCESS: write 'rising[i]' @5 by pthread_create
  for (int i = 0; i < readers; i++) // ACCESS: read 'readers' @23
    pthread_create(&looking[i], 0, look, 0); // ACCESS: write 'looking[i]' @5 by pthread_create
  for (int i = 0; i < writers; i++) // ACCESS: read 'writers' @23
    pthread_join(rising[i], 0); // ACCESS: read 'rising[i]' @18
  for (int i = 0; i < readers; i++) // ACCESS: read 'readers' @23
    pthread_join(looking[i], 0); // ACCESS: read 'looking[i]' @18
  return 0;
}
