// Only the second call of a thread races.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry tick
static _Thread_local int calls;
static int late;

void tick(void) {
  if (++calls == 2)
    late++;
}
