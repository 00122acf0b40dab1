// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// What was given before may be an argument of the call-back.
void lib_on_event(void (*handler)(void *), void *data);

static _Atomic int last;

static void look(void *data) {
  last = *(int *)data;
}

int main(void) {
  int events = 0;
  lib_on_event(look, &events);
  events = 1;
  return last;
}
