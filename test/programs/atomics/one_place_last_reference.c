// VERDICT: race-free
//
// References are counted: the last one to put its own down, and nobody else, looks at what both wrote.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int parts[2];
};

static void put(struct shared *it, int part) {
  it->parts[part] = 1; // ACCESS: write 'it->parts[part]' @19
  if (atomic_fetch_sub_explicit(&it->references, 1, memory_order_release) == 1) { // ACCESS: atomic read-write (release) 'it->references' @7
    atomic_thread_fence(memory_order_acquire);
    it->parts[0] += it->parts[1]; // ACCESS: read 'it->parts[0]' @18, write 'it->parts[0]' @18, read 'it->parts[1]' @21
  }
}

static void *worker(void *it) {
  put(it, 1);
  return NULL;
}

int main(void) {
  static struct shared it = {2, {0, 0}};
  pthread_t thread;
  pthread_create(&thread, NULL, worker, &it); // ACCESS: write 'thread' @3 by pthread_create
  put(&it, 0);
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return it.parts[0]; // ACCESS: read 'it.parts[0]' @10
}
