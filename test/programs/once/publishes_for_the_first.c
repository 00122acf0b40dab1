// VERDICT: race-free
//
// The function also hands over what its caller has written before.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data, made;

static void make(void) {
  made = 1; // ACCESS: write 'made' @8
}

static void nothing(void) {}

static void *first(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  pthread_once(&once, make);
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, first, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_once(&once, nothing);
  if (made) // ACCESS: read 'made' @7
    got = data; // ACCESS: read 'data' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
