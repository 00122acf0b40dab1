// A caller passes on what a function returned; every object has its lock.
// VERDICT: race-free
// OPTIONS: --entry box_new,box_put,box_delete
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int content;
};

struct box *box_new(void) {
  struct box *box = malloc(sizeof *box);
  if (!box)
    return 0;
  pthread_mutex_init(&box->lock, 0);
  box->content = 0;
  return box;
}

void box_put(struct box *box, int content) {
  pthread_mutex_lock(&box->lock);
  box->content = content;
  pthread_mutex_unlock(&box->lock);
}

void box_delete(struct box *box) {
  free(box);
}
