// VERDICT: race-free
// Pattern and name decide.
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
  if (fnmatch("*.[ch]", "main.c", 0) != 0 || fnmatch("*", ".hidden", FNM_PERIOD) == 0)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
