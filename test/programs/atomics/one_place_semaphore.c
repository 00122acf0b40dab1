// VERDICT: race
// ANSWER: unknown
//
// The value of a semaphore tells that the other thread has come by, without being ordered after it:
// 'ready' may still look like zero.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t posts;
static atomic_int ready;
static int value;

static void *writer(void *unused) {
  atomic_store_explicit(&ready, 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'ready' @3
  sem_post(&posts);
  value = 1; // ACCESS: write 'value' @9
  return unused;
}

int main(void) {
  pthread_t thread;
  int count;
  sem_init(&posts, 0, 0);
  pthread_create(&thread, NULL, writer, NULL); // ACCESS: write 'thread' @3 by pthread_create
  sem_getvalue(&posts, &count); // ACCESS: write 'count' @3 by sem_getvalue
  if (count == 1 && atomic_load_explicit(&ready, memory_order_relaxed) == 0) // ACCESS: read 'count' @7, atomic read (relaxed) 'ready' @21
    value = 2; // ACCESS: write 'value' @11
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
