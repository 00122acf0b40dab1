// VERDICT: race
// ANSWER: unknown
//
// The library balances its trees: of three nodes, two are leaves.
#include <pthread.h>
#include <search.h>

static int shared;
static int keys[] = {1, 2, 3};
static int leaves;

static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static void visit(const void *node, VISIT which, int depth) {
  (void)node;
  (void)depth;
  leaves += which == leaf;
}
static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  void *root = NULL;
  for (int i = 0; i < 3; ++i)
    tsearch(&keys[i], &root, order);
  twalk(root, visit);
  pthread_create(&t, NULL, worker, NULL);
  if (leaves == 2)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
