// A ring of one producer and one consumer, for header_inline*.c.
#ifndef RING_H
#define RING_H

struct ring {
  unsigned head, tail;
  int slot[8];
};

static inline void ringPut(struct ring *r, int value) {
  r->slot[r->head % 8] = value; // ACCESS: read 'r->head' @14, write 'r->slot[r->head % 8]' @24
  r->head++; // ACCESS: read 'r->head' @10, write 'r->head' @10
}

static inline int ringGet(struct ring *r) {
  int value = r->slot[r->tail % 8]; // ACCESS: read 'r->slot[r->tail % 8]' @15, read 'r->tail' @26
  r->tail++; // ACCESS: read 'r->tail' @10, write 'r->tail' @10
  return value;
}

static inline int ringEmpty(const struct ring *r) { return r->head == r->tail; } // ACCESS: read 'r->head' @63, read 'r->tail' @74

#endif
