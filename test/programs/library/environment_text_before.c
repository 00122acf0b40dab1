// VERDICT: race-free
//
// The twin of environment_text.c: the text is changed before there are threads.
#include <pthread.h>
#include <stdlib.h>

static char text[] = "LEVEL=1";

static void *worker(void *unused) {
  const char *level = getenv("LEVEL");
  return level != NULL && level[0] == '2' ? unused : NULL;
}

int main(void) {
  pthread_t t;
  putenv(text);
  text[6] = '2';
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
