// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The result may be the argument, as that of strchr() is: it is a way to write what the call only
// reads.
#include <pthread.h>

int *lib_find(const int *numbers, int number);

static int numbers[4];

static void *worker(void *unused) {
  int *found = lib_find(numbers, 0);
  if (found != NULL)
    *found = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
