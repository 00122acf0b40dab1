// VERDICT: race
//
// What the program does depends on the square root of an input, which the solver does not know.
#include <math.h>
#include <pthread.h>

double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

static int count;

static void *work(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t a, b;
  const int steps = __VERIFIER_nondet_int();
  double sum = 0;
  for (int i = 0; i < steps && i < 10; i++)
    sum += sqrt((double)__VERIFIER_nondet_int());
  if (!(sum > 1))
    return 0;
  pthread_create(&a, NULL, work, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, work, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL);                // ACCESS: read 'a' @16
  pthread_join(b, NULL);                // ACCESS: read 'b' @16
  return count; // ACCESS: read 'count' @10
}
