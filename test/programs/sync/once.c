// VERDICT: race-free
//
// Initialisation through pthread_once is finished before any caller goes on.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[4];

static void build(void) {
  for (int i = 0; i < 4; i++)
    table[i] = i * 2;
}

static void *worker(void *arg) {
  pthread_once(&once, build);
  *(int *)arg = table[2];
  return NULL;
}

int main(void) {
  pthread_t t;
  int theirs = 0, mine = 0;
  pthread_create(&t, NULL, worker, &theirs);
  worker(&mine);
  pthread_join(t, NULL);
  return theirs - mine;
}
