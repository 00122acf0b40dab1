// VERDICT: race-free
//
// The twin of conversion_state.c: each thread has a state.
#include <pthread.h>
#include <wchar.h>

static void *worker(void *unused) {
  wchar_t c;
  mbstate_t state = {0};
  return mbrtowc(&c, "a", 1, &state) == 1 ? unused : NULL;
}

int main(void) {
  pthread_t t;
  wchar_t c;
  mbstate_t state = {0};
  pthread_create(&t, NULL, worker, NULL);
  size_t length = mbrtowc(&c, "b", 1, &state);
  pthread_join(t, NULL);
  return (int)length;
}
