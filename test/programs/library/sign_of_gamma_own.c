// VERDICT: race-free
//
// The twin of sign_of_gamma.c, with a place for the sign.
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>

static void *worker(void *unused) {
  int sign;
  lgamma_r(0.5, &sign);
  return unused;
}

int main(void) {
  pthread_t t;
  int sign;
  pthread_create(&t, NULL, worker, NULL);
  lgamma_r(1.5, &sign);
  pthread_join(t, NULL);
  return sign;
}
