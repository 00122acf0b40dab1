// VERDICT: race-free
//
// Initialisation through pthread_once is finished before any caller goes on.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[4];

static void build(void) {
  for (int i = 0; i < 4; i++)
    table[i] = i * 2; // ACCESS: write 'table[i]' @14
}

static void *worker(void *arg) {
  pthread_once(&once, build);
  *(int *)arg = table[2]; // ACCESS: write '*arg' @15, read 'table[2]' @17
  return NULL;
}

int main(void) {
  pthread_t t;
  int theirs = 0, mine = 0; // ACCESS: write 'theirs' @7, write 'mine' @19
  pthread_create(&t, NULL, worker, &theirs); // ACCESS: write 't' @3 by pthread_create
  worker(&mine);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return theirs - mine; // ACCESS: read 'theirs' @10, read 'mine' @19
}
