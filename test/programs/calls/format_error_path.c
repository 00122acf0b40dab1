// VERDICT: race
//
// Only the format of the error path counts.
#include <pthread.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int where;

static void report(int error) {
  const char *format = "done\n";
  if (error)
    format = "failed%n with %d\n";
  printf(format, &where, error); // ACCESS: read '*format' @3 by printf, write 'where' @3 by printf
}

static void *worker(void *unused) {
  report(__VERIFIER_nondet_int());
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
