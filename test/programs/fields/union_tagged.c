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
  if (m->tag == NUMBER) // ACCESS: read 'm->tag' @10
    return m->u.number > 0 ? arg : NULL; // ACCESS: read 'm->u.number' @17
  return m->u.text[0] ? arg : NULL; // ACCESS: read 'm->u.text[0]' @10, read 'm->u.text' @15
}

int main(void) {
  pthread_t t;
  struct message m;
  m.tag = TEXT; // ACCESS: write 'm.tag' @9
  m.u.text = "hello"; // ACCESS: write 'm.u.text' @12
  pthread_create(&t, NULL, consume, &m); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
