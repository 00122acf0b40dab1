// VERDICT: race
//
// A function of the library is called through a pointer: what it writes is seen at the call.
#include <pthread.h>
#include <string.h>

struct operations {
  void *(*fill)(void *memory, int byte, size_t bytes);
  int (*ready)(void);
};

static struct operations operations = {memset, NULL};
static char buffer[8];

static void *work(void *argument) {
  if (operations.ready != NULL && operations.ready())
    return NULL;
  operations.fill(argument, 1, sizeof buffer);
  return NULL;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, buffer) != 0)
    return 1;
  buffer[3] = 2;
  pthread_join(thread, NULL);
  return 0;
}
