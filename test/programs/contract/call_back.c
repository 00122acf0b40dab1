// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// No thread is created, but the function that is given may be called by one of the library.
void lib_on_event(void (*handler)(int));

static int events;

static void count(int by) {
  events += by;
}

int main(void) {
  lib_on_event(count);
  events = 0;
  return 0;
}
