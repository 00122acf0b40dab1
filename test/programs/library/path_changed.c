// VERDICT: race
//
// A path that is given is read, also where another one may be null.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static char name[4] = "abc";

static void *worker(void *path) {
  unlink(path);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, name);
  pthread_create(&u, NULL, worker, NULL);
  name[0] = 'x';
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
