// The race is behind more pointers than are followed.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry look --entry-depth 2
struct third {
  int value;
};

struct second {
  struct third *third;
};

struct first {
  struct second *second;
};

static int found;

void look(struct first *first) {
  if (first->second && first->second->third && first->second->third->value == 1)
    found++;
}
