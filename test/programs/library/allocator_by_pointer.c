// VERDICT: race-free
//
// Who allocates and frees through pointers does what malloc() and free() do.
#include <pthread.h>
#include <stdlib.h>

struct allocator {
  void *(*get)(size_t size);
  void (*put)(void *memory);
};

static struct allocator allocator = {malloc, free};

static void *work(void *argument) {
  allocator.put(argument);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *number = allocator.get(sizeof *number);
  if (number == NULL)
    return 1;
  *number = 1;
  if (pthread_create(&thread, NULL, work, number) != 0) {
    allocator.put(number);
    return 1;
  }
  pthread_join(thread, NULL);
  return 0;
}
