// VERDICT: race
//
// Neighbouring bit-fields are one memory location: writing one rewrites the other.
#include <pthread.h>

struct flags {
  unsigned dirty : 1;
  unsigned locked : 1;
  unsigned refs : 6;
};

static struct flags flags;

static void *writer(void *unused) {
  flags.dirty = 1; // ACCESS: read 'flags.dirty' @15, write 'flags.dirty' @15
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  flags.refs++; // ACCESS: read 'flags.refs' @13, read 'flags.refs' @13, write 'flags.refs' @13
  int locked = flags.locked; // ACCESS: read 'flags.locked' @22
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return locked;
}
