// VERDICT: race
//
// mbrtowc() without a state uses one that all threads share.
#include <pthread.h>
#include <wchar.h>

static void *worker(void *unused) {
  wchar_t c;
  return mbrtowc(&c, "a", 1, NULL) == 1 ? unused : NULL;
}

int main(void) {
  pthread_t t;
  wchar_t c;
  pthread_create(&t, NULL, worker, NULL);
  size_t length = mbrtowc(&c, "b", 1, NULL);
  pthread_join(t, NULL);
  return (int)length;
}
