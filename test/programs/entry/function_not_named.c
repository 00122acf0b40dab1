// Only functions that are named are called.
// VERDICT: race-free
// OPTIONS: --entry current
static int total;

void add(int n) {
  total += n;
}

int current(void) {
  return total;
}
