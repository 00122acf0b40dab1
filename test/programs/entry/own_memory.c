// Each caller passes memory of its own, by default.
// VERDICT: race-free
// OPTIONS: --entry count,rename_item
struct item {
  int uses;
  char name[16];
  struct item *next;
};

void count(struct item *first) {
  for (struct item *at = first; at; at = at->next)
    at->uses++;
}

void rename_item(struct item *it, char letter) {
  it->name[0] = letter;
}
