// Callers pass a function of the program whose address it takes.
// VERDICT: race
// OPTIONS: --entry for_each,default_visitor
static int visits;

static void count_visit(int value) {
  visits += value;
}

void for_each(void (*visit)(int), int value) {
  if (visit)
    visit(value);
}

void (*default_visitor(void))(int) {
  return count_visit;
}
