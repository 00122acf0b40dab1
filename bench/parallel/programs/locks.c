// Three threads that take two mutexes in turn; what they write without one, they never write.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int first, second, data;

static void *work(void *times) {
  for (long i = 0; i < (long)times; i++) {
    pthread_mutex_lock(&one);
    int seen = ++first;
    pthread_mutex_unlock(&one);
    pthread_mutex_lock(&two);
    second += seen;
    pthread_mutex_unlock(&two);
    if (seen == 1000)
      data = 1;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)3);
  pthread_create(&b, 0, work, (void *)3);
  work((void *)4);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return data;
}
