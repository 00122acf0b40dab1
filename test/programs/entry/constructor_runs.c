// Constructors run before the calls.
// VERDICT: race-free
// OPTIONS: --entry inside
static int limit;

__attribute__((constructor)) static void begin(void) {
  limit = 10;
}

int inside(int value) {
  return value < limit;
}
