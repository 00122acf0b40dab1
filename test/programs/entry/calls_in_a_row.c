// A thread that has called the one function calls the other.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry enable,tick
static _Thread_local int enabled;
static int ticks;

void enable(void) {
  enabled = 1;
}

void tick(void) {
  if (enabled)
    ticks++;
}
