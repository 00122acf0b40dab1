// VERDICT: race
//
// The twin of publishes_for_the_first.c: main may have been the first, and then what the
// other one has written is not handed over.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data;

static void nothing(void) {}

static void *other(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  pthread_once(&once, nothing);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_once(&once, nothing);
  int got = data; // ACCESS: read 'data' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
