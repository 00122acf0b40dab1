// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 2
//
// One entry of the table is another function than its index says.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int zero(void) {
  return 0;
}
static int one(void) {
  return 1;
}

struct Entry {
  unsigned number;
  int (*get)(void);
};

static struct Entry entries[3] = {{0, zero}, {1, one}, {2, one}};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 3)
    return 0;
  struct Entry *entry = &entries[i];
  assert(entry->get() == (int)entry->number); // VIOLATION
  return 0;
}
