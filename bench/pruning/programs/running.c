// The running example: two threads count under locks, and one variable has none. The second
// thread would write it only if the counts were wrong.
#include <pthread.h>

#ifndef ITERATIONS
#define ITERATIONS 2
#endif

static pthread_mutex_t lockX = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lockY = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void *first(void *unused) {
  (void)unused;
  z = 1;
  for (int i = 0; i < ITERATIONS; i++) {
    pthread_mutex_lock(&lockX);
    x++;
    pthread_mutex_unlock(&lockX);
    pthread_mutex_lock(&lockY);
    y++;
    pthread_mutex_unlock(&lockY);
  }
  return 0;
}

static void *second(void *unused) {
  (void)unused;
  int seen = 0;
  for (int i = 0; i < ITERATIONS; i++) {
    pthread_mutex_lock(&lockX);
    seen = x;
    x++;
    pthread_mutex_unlock(&lockX);
    pthread_mutex_lock(&lockY);
    y++;
    pthread_mutex_unlock(&lockY);
  }
  if (seen > 2 * ITERATIONS)
    z = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
