// VERDICT: race
//
// The first mask is up to the program that started this one.
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (umask(077) == 022)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
