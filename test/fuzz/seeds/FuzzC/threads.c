#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  *(int *)p = 1;
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, &y);
  pthread_create(&t, 0, f, &x);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return x + y;
}
