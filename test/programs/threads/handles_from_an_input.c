// VERDICT: race
//
// How many threads there are, and so where their handles go, an input decides.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static pthread_t *handles;
static int count;
static int data;

static void *worker(void *number) {
  if ((long)number + 1 < count) // ACCESS: read 'count' @26
    pthread_join(handles[(long)number + 1], NULL); // ACCESS: read 'handles' @18, read 'handles[number + 1]' @18
  data = 1; // ACCESS: write 'data' @8
  return NULL;
}

int main(void) {
  count = __VERIFIER_nondet_int(); // ACCESS: write 'count' @9
  if (count < 2 || count > 3) // ACCESS: read 'count' @7, read 'count' @20
    return 0;
  handles = malloc(count * sizeof *handles); // ACCESS: write 'handles' @11, read 'count' @20
  for (long i = count - 1; i >= 0; i--) // ACCESS: read 'count' @17
    pthread_create(&handles[i], NULL, worker, (void *)i); // ACCESS: write 'handles[i]' @5 by pthread_create, read 'handles' @21
  return data; // ACCESS: read 'data' @10
}
