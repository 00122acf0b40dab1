// VERDICT: race
//
// Thousands of accesses before the first thread, and a processor count that few values can be.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned table[3000];
static int count;

static void *work(void *unused) {
  if (table[7] != 0) // ACCESS: read 'table[7]' @7
    count++; // ACCESS: read 'count' @10, write 'count' @10
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    table[i] = i * 7 + (unsigned)argc; // ACCESS: write 'table[i]' @14
  const long processors = sysconf(_SC_NPROCESSORS_ONLN); // ACCESS: atomic read (relaxed) '<state of identity>' @27 by sysconf, atomic read-write (relaxed) '<state of identity>' @27 by sysconf
  if (processors < 2 || argc < 2 || atoi(argv[1]) < 3) // ACCESS: read '*argv[1]' @37 by atoi, read 'argv[1]' @42
    return 0;
  pthread_create(&a, NULL, work, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, work, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return count; // ACCESS: read 'count' @10
}
