// PROPERTY: assertions
// VERDICT: holds
//
// Two global pointers to one global: what goes in through one comes out through the other.
#include <assert.h>
#include <pthread.h>

static int number;
static int *one;
static int *other;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void increment(void) {
  pthread_mutex_lock(&mutex);
  (*one)++;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  one = other = &number;
  increment();
  (*other)++;
  increment();
  assert(number == 3 && *one == 3 && *other == 3);
  return 0;
}
