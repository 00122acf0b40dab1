// VERDICT: race-free
//
// Two tables grow by one function, each keeps what was in it. A thread uses the one, main the other.
#include <pthread.h>
#include <stdlib.h>

struct table {
  int *cells;
  int used;
};

static struct table ours, theirs;

static void *grown(void *old, size_t bytes) {
  void *memory = realloc(old, bytes); // ACCESS: write '*old' @18 by realloc
  if (memory == NULL)
    exit(1);
  return memory;
}

static void *worker(void *unused) {
  theirs.cells[1] = 1; // ACCESS: read 'theirs.cells' @10, write 'theirs.cells[1]' @19
  return unused;
}

int main(void) {
  pthread_t thread;
  ours.cells = grown(NULL, 4 * sizeof(int)); // ACCESS: write 'ours.cells' @14
  theirs.cells = grown(NULL, 4 * sizeof(int)); // ACCESS: write 'theirs.cells' @16
  theirs.cells = grown(theirs.cells, 8 * sizeof(int)); // ACCESS: read 'theirs.cells' @31, write 'theirs.cells' @16
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  ours.cells[1] = 2; // ACCESS: read 'ours.cells' @8, write 'ours.cells[1]' @17
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
