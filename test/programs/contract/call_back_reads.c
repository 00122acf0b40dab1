// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The call-back only reads. Main writes when it has given it away.
void lib_on_event(void (*handler)(int));

static _Atomic int events;
static int limit;

static void count(int by) {
  if (by < limit)
    events += by;
}

int main(void) {
  lib_on_event(count);
  limit = 10;
  return 0;
}
