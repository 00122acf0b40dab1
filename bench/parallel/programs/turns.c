// The runs are the orders of all additions: 17! / (5! 6! 6!).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turns;
static int data;

static void *add(void *times) {
  for (long i = 0; i < (long)times; i++)
    if (atomic_fetch_add(&turns, 1) == 1000)
      data = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, (void *)5);
  pthread_create(&b, 0, add, (void *)6);
  add((void *)6);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return data;
}
