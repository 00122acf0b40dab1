// The setup at the same time as calls.
// VERDICT: race
// OPTIONS: --entry inside,configure
static int limit;

void configure(int most) {
  limit = most;
}

int inside(int value) {
  return value < limit;
}
