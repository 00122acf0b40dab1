// VERDICT: race
// ANSWER: unknown
//
// If the key is deleted before the worker ends, nobody calls the destructor, and main reads what
// another thread writes.
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t set;
static int cleaned;
static int data;

static void clean(void *value) {
  (void)value;
  cleaned = 1; // ACCESS: write 'cleaned' @11
}

static void *worker(void *unused) {
  pthread_setspecific(key, &data); // ACCESS: read 'key' @23
  sem_post(&set);
  return unused;
}

static void *writer(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  return unused;
}

int main(void) {
  pthread_t w, t;
  sem_init(&set, 0, 0);
  pthread_key_create(&key, clean); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_create(&w, NULL, writer, NULL); // ACCESS: write 'w' @3 by pthread_create
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  sem_wait(&set);
  pthread_key_delete(key); // ACCESS: read 'key' @22
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return cleaned ? 0 : data; // ACCESS: read 'cleaned' @10, read 'data' @24
}
