// One function is enough: two threads call it.
// VERDICT: race
// OPTIONS: --entry add
static int total;

void add(int n) {
  total += n;
}
