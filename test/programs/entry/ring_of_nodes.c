// A list that is a ring: the driver makes an empty one.
// VERDICT: race
// OPTIONS: --entry count
struct ring {
  struct ring *next, *previous;
};

struct owner {
  int kind;
  struct ring members;
};

static int empty;

void count(struct owner *owner) {
  if (owner->members.next == &owner->members)
    empty++;
}
