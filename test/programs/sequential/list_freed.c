// PROPERTY: memory-safety
// VERDICT: holds
//
// list_freed_wrong.c, right.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct Node {
  struct Node *next;
};

int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  struct Node *list = NULL;
  for (unsigned i = 0; i < length && i < 3; ++i) {
    struct Node *node = malloc(sizeof *node);
    if (!node)
      return 0;
    node->next = list;
    list = node;
  }
  while (list) {
    struct Node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
