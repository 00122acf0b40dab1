// VERDICT: race-free
//
// What a thread returns decides whether main touches what the other one still uses.
#include <threads.h>

static int shared;

static int answer(void *unused) {
  (void)unused;
  return 3;
}

static int writer(void *unused) {
  (void)unused;
  shared = 1; // ACCESS: write 'shared' @10
  thrd_exit(0);
}

int main(void) {
  thrd_t a, b;
  int result = 0; // ACCESS: write 'result' @7
  thrd_create(&a, answer, NULL); // ACCESS: write 'a' @3 by thrd_create
  thrd_create(&b, writer, NULL); // ACCESS: write 'b' @3 by thrd_create
  thrd_join(a, &result); // ACCESS: write 'result' @3 by thrd_join, read 'a' @13
  if (result != 3) // ACCESS: read 'result' @7
    shared = 2; // ACCESS: write 'shared' @12
  thrd_join(b, NULL); // ACCESS: read 'b' @13
  return shared; // ACCESS: read 'shared' @10
}
