// PROPERTY: assertions
// VERDICT: holds
// DATA-MODEL: ilp32
//
// Pointers of four bytes, and what follows from them.
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

struct Node {
  char tag;
  struct Node *next;
  long long number;
};

int main(void) {
  assert(sizeof(void *) == 4 && sizeof(size_t) == 4);
  assert(offsetof(struct Node, next) == 4 && sizeof(struct Node) == 16);
  struct Node nodes[2] = {{'a', &nodes[1], -1}, {'b', NULL, 5}};
  assert((char *)nodes[0].next - (char *)nodes == 16 && nodes[0].next->number == 5);
  assert(strtol("4294967296", NULL, 10) == LONG_MAX && LONG_MAX == INT_MAX);
  return 0;
}
