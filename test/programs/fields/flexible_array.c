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
  b->data[b->used] = c;
  b->used++;
}

static void *writer(void *unused) {
  append(shared, 'x');
  return unused;
}

int main(void) {
  pthread_t t;
  shared = calloc(1, sizeof *shared + 16);
  if (!shared)
    return 1;
  pthread_create(&t, NULL, writer, NULL);
  append(shared, 'y');
  pthread_join(t, NULL);
  int first = shared->data[0];
  free(shared);
  return first;
}
