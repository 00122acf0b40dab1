// VERDICT: race-free
//
// The twin of wide_copy.c, with a lock.
#include <pthread.h>
#include <wchar.h>

static wchar_t name[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  wcscpy(name, L"one");
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  size_t length = wcslen(name);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return (int)length;
}
