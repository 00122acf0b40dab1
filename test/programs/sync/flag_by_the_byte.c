// VERDICT: race
//
// The flag is raised as a word and read as a byte: the byte that is read stays zero.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static union {
  unsigned word;
  unsigned char bytes[4];
} flag;
static int last;

static unsigned whole(void) {
  return flag.word; // ACCESS: read 'flag.word' @15
}

static void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  unsigned seen = whole();
  if (flag.bytes[0] == 0) // ACCESS: read 'flag.bytes[0]' @7
    last = (int)seen;     // ACCESS: write 'last' @10
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  flag.word = 0x100; // ACCESS: write 'flag.word' @13
  pthread_mutex_unlock(&lock);
  last = 2; // ACCESS: write 'last' @8
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, reader, NULL); // ACCESS: write 's' @3 by pthread_create
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(s, NULL);                  // ACCESS: read 's' @16
  pthread_join(t, NULL);                  // ACCESS: read 't' @16
  return 0;
}
