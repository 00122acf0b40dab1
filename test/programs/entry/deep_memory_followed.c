// The same, followed.
// VERDICT: race
// OPTIONS: --entry look --entry-depth 3
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
