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
  s->delta = -3; // ACCESS: read 's->delta' @12, write 's->delta' @12
  s->level += 2; // ACCESS: read 's->level' @12, read 's->level' @12, write 's->level' @12
  s->last = 1; // ACCESS: read 's->last' @11, write 's->last' @11
  return NULL;
}

int main(void) {
  pthread_t t;
  static struct sample s;
  pthread_create(&t, NULL, record, &s); // ACCESS: write 't' @3 by pthread_create
  s.stamp = 12345; // ACCESS: read 's.stamp' @11, write 's.stamp' @11
  int level = s.level + s.delta; // ACCESS: read 's.level' @17, read 's.delta' @27
  s.channel = 4; // ACCESS: write 's.channel' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return s.last ? level : (int)s.stamp; // ACCESS: read 's.last' @12, read 's.stamp' @34
}
