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
  flags.dirty = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  flags.refs++;
  int locked = flags.locked;
  pthread_join(t, NULL);
  return locked;
}
