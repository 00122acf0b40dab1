// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 2
//
// heap_structs_with_mutex.c; the last one is its own neighbour.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct Account {
  int balance;
  pthread_mutex_t mutex;
};

int main(void) {
  struct Account *accounts = calloc(3, sizeof *accounts);
  unsigned i = __VERIFIER_nondet_uint();
  if (!accounts || i >= 3)
    return 0;
  for (int k = 0; k < 3; ++k)
    pthread_mutex_init(&accounts[k].mutex, NULL);
  struct Account *next = &accounts[i < 2 ? i + 1 : i];
  pthread_mutex_lock(&accounts[i].mutex);
  accounts[i].balance = 1;
  pthread_mutex_unlock(&accounts[i].mutex);
  pthread_mutex_lock(&next->mutex);
  next->balance = 2;
  pthread_mutex_unlock(&next->mutex);
  assert(accounts[i].balance == 1); // VIOLATION
  free(accounts);
  return 0;
}
