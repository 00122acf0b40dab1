// VERDICT: race
//
// A copy of a wide text is written while another thread reads it.
#include <pthread.h>
#include <wchar.h>

static wchar_t name[16];

static void *worker(void *unused) {
  wcscpy(name, L"one");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  size_t length = wcslen(name);
  pthread_join(t, NULL);
  return (int)length;
}
