// VERDICT: race
//
// A key is compared with a number that stands for none. No system gives this one: keys are small.
#include <pthread.h>
#include <stddef.h>

#define NONE 0xFFFFFFFFu

static pthread_key_t key = NONE;
static int count;

static void *worker(void *unused) {
  if (key != NONE && pthread_getspecific(key) == NULL) // ACCESS: read 'key' @7, read 'key' @42
    count++; // ACCESS: read 'count' @10, write 'count' @10
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_key_create(&key, NULL) != 0) // ACCESS: write 'key' @7 by pthread_key_create
    return 1;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
