// VERDICT: race
//
// Thousands of accesses before the first thread, and a processor count that few values can be.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned table[3000];
static int count;

static void *work(void *unused) {
  if (table[7] != 0)
    count++;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    table[i] = i * 7 + (unsigned)argc;
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  if (processors < 2 || argc < 2 || atoi(argv[1]) < 3)
    return 0;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
