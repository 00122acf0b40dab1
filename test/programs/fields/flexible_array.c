// VERDICT: race
//
// A flexible array member behind a header; both threads append.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  size_t used;
  char data[];
};

static struct buffer *shared;

static void append(struct buffer *b, char c) {
  b->data[b->used] = c; // ACCESS: read 'b->used' @14, write 'b->data[b->used]' @20
  b->used++; // ACCESS: read 'b->used' @10, write 'b->used' @10
}

static void *writer(void *unused) {
  append(shared, 'x'); // ACCESS: read 'shared' @10
  return unused;
}

int main(void) {
  pthread_t t;
  shared = calloc(1, sizeof *shared + 16); // ACCESS: write 'shared' @10
  if (!shared) // ACCESS: read 'shared' @8
    return 1;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  append(shared, 'y'); // ACCESS: read 'shared' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  int first = shared->data[0]; // ACCESS: read 'shared' @15, read 'shared->data[0]' @15
  free(shared); // ACCESS: write '*shared' @3 by free, read 'shared' @8
  return first;
}
