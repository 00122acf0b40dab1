// VERDICT: race-free
//
// The table of zlib's checksum is a known one.
#include <pthread.h>
#include <stddef.h>

const unsigned *get_crc_table(void); // as zlib.h declares it

static int x;

static void *worker(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  const unsigned *table = get_crc_table();
  if (table[0] != 0 || table[1] != 0x77073096 || table[255] != 0x2d02ef8d)
    x = 2;
  pthread_join(thread, NULL);
  return 0;
}
