// VERDICT: race-free
//
// Assembly that clears a set leaves an address behind in a register. The program says so with a
// variable that nothing reads: what the number is does not matter.
#include <pthread.h>
#include <stddef.h>

struct set {
  unsigned long bits[16];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct set set;

static void clear(struct set *what) {
  int count, address;
  __asm__ volatile("cld; rep; stosq" // ACCESS: write 'what->bits' @3
                   : "=c"(count), "=D"(address)
                   : "a"(0), "0"(sizeof(struct set) / sizeof(unsigned long)), "1"(&what->bits[0])
                   : "memory");
}

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  clear(&set);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
