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
  last.kind = 1; // ACCESS: write 'last.kind' @13
  last.x = 10; // ACCESS: write 'last.x' @10
  last.y = 20; // ACCESS: write 'last.y' @10
  return unused;
}

int main(void) {
  pthread_t t;
  struct event *e = &last;
  pthread_create(&t, NULL, input, NULL); // ACCESS: write 't' @3 by pthread_create
  e->handle = &last; // ACCESS: write 'e->handle' @13
  e->weight = 0.5; // ACCESS: write 'e->weight' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return e->kind; // ACCESS: read 'e->kind' @13
}
