// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// A library that calls back has threads of its own, which may use what was given to it.
void lib_put(int *item);
void lib_on_event(void (*handler)(void));

static void ignore(void) {}

int main(void) {
  int item = 0;
  lib_put(&item);
  lib_on_event(ignore);
  item = 2;
  return item;
}
