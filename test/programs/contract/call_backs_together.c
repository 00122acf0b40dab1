// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The library may call the function twice at the same time.
void lib_on_event(void (*handler)(int));

static int events;

static void count(int by) {
  events += by;
}

int main(void) {
  lib_on_event(count);
  return 0;
}
