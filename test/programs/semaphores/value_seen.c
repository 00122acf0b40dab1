// VERDICT: race
// ANSWER: unknown
//
// That the value was seen orders nothing by the letter of POSIX, which does not name
// sem_getvalue() among the functions that synchronise.
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int data;

static void *producer(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  sem_post(&filled);
  return unused;
}

int main(void) {
  pthread_t t;
  int value = 0, got = 0; // ACCESS: write 'value' @7
  sem_init(&filled, 0, 0);
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  sem_getvalue(&filled, &value); // ACCESS: write 'value' @3 by sem_getvalue
  if (value > 0) // ACCESS: read 'value' @7
    got = data; // ACCESS: read 'data' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
