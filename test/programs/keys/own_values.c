// VERDICT: race-free
//
// Each thread finds its own value behind the key.
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
  int theirs = 0, mine = 0; // ACCESS: write 'theirs' @7, write 'mine' @19
  pthread_key_create(&key, NULL); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_create(&t, NULL, worker, &theirs); // ACCESS: write 't' @3 by pthread_create
  worker(&mine);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_key_delete(key); // ACCESS: read 'key' @22
  return theirs + mine; // ACCESS: read 'theirs' @10, read 'mine' @19
}
