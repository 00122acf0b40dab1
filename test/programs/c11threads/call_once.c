// VERDICT: race-free
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int table;

static void make(void) {
  table = 5; // ACCESS: write 'table' @9
}

static int worker(void *unused) {
  (void)unused;
  call_once(&flag, make);
  return table; // ACCESS: read 'table' @10
}

int main(void) {
  thrd_t t;
  int result = 0; // ACCESS: write 'result' @7
  thrd_create(&t, worker, NULL); // ACCESS: write 't' @3 by thrd_create
  int mine = worker(NULL);
  thrd_join(t, &result); // ACCESS: write 'result' @3 by thrd_join, read 't' @13
  return mine + result; // ACCESS: read 'result' @17
}
