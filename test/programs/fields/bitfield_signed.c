// VERDICT: race
//
// Signed fields, odd widths, a unit that begins in the middle of a struct, all of it
// through a pointer.
#include <pthread.h>

struct sample {
  short channel;
  int delta : 11;
  int level : 5;
  unsigned long long stamp : 40;
  _Bool last : 1;
};

static void *record(void *arg) {
  struct sample *s = arg;
  s->delta = -3;
  s->level += 2;
  s->last = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  static struct sample s;
  pthread_create(&t, NULL, record, &s);
  s.stamp = 12345;
  int level = s.level + s.delta;
  s.channel = 4;
  pthread_join(t, NULL);
  return s.last ? level : (int)s.stamp;
}
