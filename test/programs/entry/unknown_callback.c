// Nothing is known about the functions that callers pass.
// VERDICT: race-free
// ANSWER: unknown
// OPTIONS: --entry for_each
void for_each(void (*visit)(int), int value) {
  if (visit)
    visit(value);
}
