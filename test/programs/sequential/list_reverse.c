// PROPERTY: assertions
// VERDICT: holds
//
// A list of symbolic length, reversed in place.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct Node {
  unsigned number;
  struct Node *next;
};

int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  if (length > 4)
    return 0;
  struct Node *list = NULL;
  for (unsigned i = 0; i < length; ++i) {
    struct Node *node = malloc(sizeof *node);
    if (!node)
      return 0;
    node->number = i;
    node->next = list;
    list = node;
  }
  struct Node *reversed = NULL;
  while (list) {
    struct Node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  unsigned expected = 0;
  for (; reversed; reversed = reversed->next)
    assert(reversed->number == expected++);
  assert(expected == length);
  return 0;
}
