// VERDICT: race-free
//
// What the processor computes is computed: nothing is written.
#include <pthread.h>

static int wrong;

static unsigned short order16(unsigned short x) {
  __asm__("rorw $8, %w0" : "=r"(x) : "0"(x) : "cc");
  return x;
}
static unsigned short swapped(unsigned short x) {
  __asm__("xchgb %b0, %h0" : "=Q"(x) : "0"(x));
  return x;
}
static unsigned order32(unsigned x) {
  __asm__("bswap %0" : "=r"(x) : "0"(x));
  return x;
}
static int lowest(unsigned long x) {
  long place;
  __asm__("bsfq %1, %0" : "=r"(place) : "rm"(x) : "cc");
  return (int)place;
}
static unsigned long high(unsigned long a, unsigned long b) {
  unsigned long low, result;
  __asm__("mulq %3" : "=a"(low), "=d"(result) : "0"(a), "rm"(b) : "cc");
  return result;
}

static void *worker(void *unused) {
  if (order16(0x1234) != 0x3412 || swapped(0x1234) != 0x3412 || order32(0x12345678) != 0x78563412)
    wrong++; // ACCESS: read 'wrong' @10, write 'wrong' @10
  if (lowest(0x50) != 4 || high(1ul << 63, 6) != 3)
    wrong++; // ACCESS: read 'wrong' @10, write 'wrong' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return wrong; // ACCESS: read 'wrong' @10
}
