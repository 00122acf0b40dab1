// VERDICT: race-free
//
// An entry has the number that was asked for.
#include <pthread.h>
#include <pwd.h>
#include <stddef.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  const struct passwd *user = getpwuid(7);
  pthread_create(&thread, NULL, work, NULL);
  if (user != NULL && user->pw_uid != 7)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
