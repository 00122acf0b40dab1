// VERDICT: race
//
// Constant subscripts of globals: two of them meet, the others do not.
#include <pthread.h>

static int slots[4];
static char name[2][8];

static void *worker(void *unused) {
  slots[1] = 1;
  slots[2] = 1;
  name[1][0] = 'b';
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  slots[0] = 2;
  slots[2] = 2;
  name[0][0] = 'a';
  pthread_join(t, NULL);
  return slots[0] + slots[3] + *name[1];
}
