// VERDICT: race
// DATA-MODEL: ilp32
//
// Where long and pointers have 4 bytes, this access covers two members and not one.
#include <pthread.h>
#include <string.h>

struct header {
  long length;
  char *text;
  long long stamp;
};

static struct header header;

static void *clear(void *unused) {
  memset(&header, 0, 8);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, clear, NULL);
  header.text = "x";
  header.stamp = 1;
  pthread_join(t, NULL);
  return (int)header.length;
}
