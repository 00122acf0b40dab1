// PROPERTY: memory-safety
// VERDICT: violated
// DATA-MODEL: ilp32
//
// The sizes of a machine with pointers of eight bytes.
#include <stdlib.h>

struct Node {
  struct Node *next;
  int number;
};

int main(void) {
  char *node = calloc(1, sizeof(struct Node));
  if (!node)
    return 0;
  node[7] = 1;
  *(int *)(node + 8) = 5; // VIOLATION
  free(node);
  return 0;
}
