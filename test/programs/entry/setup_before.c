// The setup has ended before the first call.
// VERDICT: race-free
// OPTIONS: --entry inside --entry-setup configure
static int limit;

void configure(int most) {
  limit = most;
}

int inside(int value) {
  return value < limit;
}
