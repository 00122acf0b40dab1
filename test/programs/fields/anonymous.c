// VERDICT: race
//
// Members of anonymous structs and unions are named as if they stood outside.
#include <pthread.h>

struct event {
  int kind;
  union {
    struct {
      short x, y;
    };
    void *handle;
    double weight;
  };
};

static struct event last;

static void *input(void *unused) {
  last.kind = 1;
  last.x = 10;
  last.y = 20;
  return unused;
}

int main(void) {
  pthread_t t;
  struct event *e = &last;
  pthread_create(&t, NULL, input, NULL);
  e->handle = &last;
  e->weight = 0.5;
  pthread_join(t, NULL);
  return e->kind;
}
