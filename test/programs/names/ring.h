// A ring of one producer and one consumer, for header_inline*.c.
#ifndef RING_H
#define RING_H

struct ring {
  unsigned head, tail;
  int slot[8];
};

static inline void ringPut(struct ring *r, int value) {
  r->slot[r->head % 8] = value;
  r->head++;
}

static inline int ringGet(struct ring *r) {
  int value = r->slot[r->tail % 8];
  r->tail++;
  return value;
}

static inline int ringEmpty(const struct ring *r) { return r->head == r->tail; }

#endif
