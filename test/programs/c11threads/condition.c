// VERDICT: race-free
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready, data;

static int producer(void *unused) {
  (void)unused;
  data = 42; // ACCESS: write 'data' @8
  mtx_lock(&m);
  ready = 1; // ACCESS: write 'ready' @9
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, producer, NULL); // ACCESS: write 't' @3 by thrd_create
  mtx_lock(&m);
  while (!ready) // ACCESS: read 'ready' @11
    cnd_wait(&c, &m);
  mtx_unlock(&m);
  int got = data; // ACCESS: read 'data' @13
  thrd_join(t, NULL); // ACCESS: read 't' @13
  return got;
}
