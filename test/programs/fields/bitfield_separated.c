// VERDICT: race-free
//
// The twin of bitfield_neighbours.c: a field of width zero ends the memory location.
#include <pthread.h>

struct flags {
  unsigned dirty : 1;
  unsigned : 0;
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
