// VERDICT: race
// The same pattern with another name.
#include <fnmatch.h>
#include <pthread.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (fnmatch("*.[ch]", "main.o", 0) == FNM_NOMATCH)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
