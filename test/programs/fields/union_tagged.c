// VERDICT: race-free
//
// A tagged union that one thread fills before the other one exists.
#include <pthread.h>

struct message {
  enum { NUMBER, TEXT } tag;
  union {
    int number;
    const char *text;
  } u;
};

static void *consume(void *arg) {
  const struct message *m = arg;
  if (m->tag == NUMBER)
    return m->u.number > 0 ? arg : NULL;
  return m->u.text[0] ? arg : NULL;
}

int main(void) {
  pthread_t t;
  struct message m;
  m.tag = TEXT;
  m.u.text = "hello";
  pthread_create(&t, NULL, consume, &m);
  pthread_join(t, NULL);
  return 0;
}
