// PROPERTY: assertions
// VERDICT: holds
//
// Structs on the heap, each with a lock inside, at a symbolic index.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct Account {
  pthread_mutex_t mutex;
  int balance;
};

int main(void) {
  struct Account *accounts = malloc(3 * sizeof *accounts);
  unsigned i = __VERIFIER_nondet_uint();
  if (!accounts || i >= 3)
    return 0;
  for (int k = 0; k < 3; ++k) {
    pthread_mutex_init(&accounts[k].mutex, NULL);
    accounts[k].balance = 10;
  }
  pthread_mutex_lock(&accounts[i].mutex);
  accounts[i].balance += 5;
  pthread_mutex_unlock(&accounts[i].mutex);
  int sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += accounts[k].balance;
  assert(sum == 35 && accounts[i].balance == 15);
  free(accounts);
  return 0;
}
