// A pointer may be null.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry next
static int position;

int next(const char *text) {
  return text ? 0 : position++;
}
