// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// All that main does with the counter comes before the function is given.
void lib_on_event(void (*handler)(int));
int lib_wait(int seconds);

static _Atomic int events;
static int limit;

static void count(int by) {
  if (by < limit)
    events += by;
}

int main(void) {
  limit = lib_wait(1);
  lib_on_event(count);
  return lib_wait(10);
}
