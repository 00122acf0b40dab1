// VERDICT: race
// ANSWER: unknown
//
// sscanf with numbered arguments and with %n; the last argument is not asked for.
#include <pthread.h>
#include <stdio.h>

static long end;
static int other;

static void *worker(void *unused) {
  int year;
  sscanf("2024 7", "%1$d%2$ln", &year, &end, &other); // ACCESS: write 'year' @3 by __isoc99_sscanf, write 'end' @3 by __isoc99_sscanf
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  other = 3; // ACCESS: write 'other' @9
  long seen = end; // ACCESS: read 'end' @15
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)seen;
}
