// VERDICT: race-free
//
// As it should be.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int balance = 1000;

static void *transfer(void *amount) {
  pthread_mutex_lock(&lock);
  int now = balance; // ACCESS: read 'balance' @13
  now += *(int *)amount; // ACCESS: read '*amount' @10
  balance = now; // ACCESS: write 'balance' @11
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int less = -3000; // ACCESS: write 'less' @7
  int more = 9000; // ACCESS: write 'more' @7
  pthread_mutex_init(&lock, NULL);
  pthread_create(&a, NULL, transfer, &less); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, transfer, &more); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  assert(balance == 7000); // ACCESS: read 'balance' @3
  pthread_mutex_destroy(&lock);
  return 0;
}
