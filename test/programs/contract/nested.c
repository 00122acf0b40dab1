// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// What is given leads to the number, over two other structs.
#include <pthread.h>

struct leaf {
  int value;
};
struct branch {
  struct leaf *leaf;
};
struct tree {
  int size;
  struct branch *branch;
};

int lib_balance(struct tree *tree);

static struct leaf leaf;
static struct branch branch = {&leaf};
static struct tree tree = {1, &branch};

static void *worker(void *unused) {
  lib_balance(&tree);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  leaf.value = 1;
  pthread_join(t, NULL);
  return 0;
}
