// VERDICT: race
//
// The twin of own_values.c: both hold the same.
#include <pthread.h>

static pthread_key_t key;

static void bump(void) {
  int *mine = pthread_getspecific(key); // ACCESS: read 'key' @35
  ++*mine; // ACCESS: read '*mine' @3, write '*mine' @3
}

static void *worker(void *value) {
  pthread_setspecific(key, value); // ACCESS: read 'key' @23
  bump();
  return NULL;
}

int main(void) {
  pthread_t t;
  int both = 0; // ACCESS: write 'both' @7
  pthread_key_create(&key, NULL); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_create(&t, NULL, worker, &both); // ACCESS: write 't' @3 by pthread_create
  worker(&both);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return both; // ACCESS: read 'both' @10
}
