// PROPERTY: assertions
// VERDICT: holds
//
// What a function does to its copy stays there; what it returns is another one.
#include <assert.h>

int __VERIFIER_nondet_int(void);

struct Box {
  int low[2];
  int high[2];
  char name[5];
};

static struct Box grown(struct Box box, int by) {
  box.high[0] += by;
  box.high[1] += by;
  box.name[4] = 'x';
  return box;
}

int main(void) {
  struct Box box = {{0, 0}, {__VERIFIER_nondet_int(), 1}, "abcd"};
  int before = box.high[0];
  struct Box larger = grown(box, 3);
  assert(box.high[0] == before && box.name[4] == 0);
  assert(larger.high[0] == before + 3 && larger.high[1] == 4 && larger.name[4] == 'x');
  return 0;
}
