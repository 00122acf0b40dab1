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
  memset(&header, 0, 8); // ACCESS: write 'header' @3 by memset
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, clear, NULL); // ACCESS: write 't' @3 by pthread_create
  header.text = "x"; // ACCESS: write 'header.text' @15
  header.stamp = 1; // ACCESS: write 'header.stamp' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)header.length; // ACCESS: read 'header.length' @22
}
