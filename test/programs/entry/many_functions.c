// Of many functions, threads choose.
// VERDICT: race
// OPTIONS: --entry f1,f2,f3,f4,f5,f6,f7
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

#define LOCKED(name)                                                                               \
  void name(void) {                                                                                \
    pthread_mutex_lock(&lock);                                                                     \
    x++;                                                                                           \
    pthread_mutex_unlock(&lock);                                                                   \
  }
LOCKED(f1)
LOCKED(f2)
LOCKED(f3)
LOCKED(f4)
LOCKED(f5)
LOCKED(f6)

int f7(void) {
  return x;
}
