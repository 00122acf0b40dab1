// A linked list on the heap: unknown numbers put in order, then taken out by parity.
#include "input.h"

enum { N = 4 };

struct Node {
  int value;
  struct Node *next;
};

extern void *malloc(unsigned long);
extern void free(void *);

static struct Node *insert(struct Node *head, int value) {
  struct Node *node = malloc(sizeof *node);
  struct Node **link = &head;
  if (!node)
    return head;
  while (*link && (*link)->value < value)
    link = &(*link)->next;
  node->value = value;
  node->next = *link;
  *link = node;
  return head;
}

static struct Node *withoutOdd(struct Node *head) {
  struct Node **link = &head;
  while (*link) {
    struct Node *node = *link;
    if (node->value & 1) {
      *link = node->next;
      free(node);
    } else {
      link = &node->next;
    }
  }
  return head;
}

int main(void) {
  struct Node *head = 0;
  for (int i = 0; i < N; i++)
    head = insert(head, __VERIFIER_nondet_int());
  head = withoutOdd(head);
  int length = 0;
  while (head) {
    struct Node *next = head->next;
    check(!next || head->value <= next->value);
    free(head);
    head = next;
    length++;
  }
  return length > N / 2;
}
