// VERDICT: race-free
//
// The macros of older C libraries for sets of descriptors, each thread with its own set.
#include <pthread.h>
#include <string.h>

struct set {
  unsigned long words[16];
};

static void clear(struct set *set) {
  long left;
  void *end;
  __asm__ volatile("cld; rep; stosq" // ACCESS: write 'set->words' @3
                   : "=c"(left), "=D"(end)
                   : "a"(0), "0"(sizeof *set / sizeof set->words[0]), "1"(&set->words[0])
                   : "memory");
}

static void add(struct set *set, unsigned fd) {
  __asm__ volatile("btsl %1,%0" : "=m"(set->words[fd / 64]) : "r"(fd % 64) : "cc", "memory"); // ACCESS: read 'set->words[fd / 64][(fd % 64 >> 5) * 4]' @3, write 'set->words[fd / 64][(fd % 64 >> 5) * 4]' @3
}

static int has(struct set *set, unsigned fd) {
  unsigned char result;
  __asm__ volatile("btl %1,%2 ; setcb %b0" // ACCESS: read 'set->words[fd / 64][(fd % 64 >> 5) * 4]' @3
                   : "=q"(result)
                   : "r"(fd % 64), "m"(set->words[fd / 64])
                   : "cc");
  return result;
}

static int found, missed;

static void *worker(void *number) {
  struct set mine;
  unsigned fd = 40 + *(unsigned *)number; // ACCESS: read '*number' @22
  clear(&mine);
  add(&mine, fd);
  if (!has(&mine, fd))
    missed++; // ACCESS: read 'missed' @11, write 'missed' @11
  if (has(&mine, fd + 1) || mine.words[0] != 1ul << fd) // ACCESS: read 'mine.words[0]' @29
    found++; // ACCESS: read 'found' @10, write 'found' @10
  return NULL;
}

int main(void) {
  pthread_t t;
  unsigned first = 0, second = 3; // ACCESS: write 'first' @12, write 'second' @23
  pthread_create(&t, NULL, worker, &first); // ACCESS: write 't' @3 by pthread_create
  worker(&second);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return found + missed; // ACCESS: read 'found' @10, read 'missed' @18
}
