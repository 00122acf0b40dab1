// VERDICT: race
//
// Two threads use the same bytes as different members of a union.
#include <pthread.h>

union value {
  long number;
  double real;
  char *text;
  unsigned char bytes[8];
};

static union value cell;

static void *setReal(void *arg) {
  union value *v = arg;
  v->real = 1.5; // ACCESS: write 'v->real' @11
  v->bytes[7] ^= 0x80; // ACCESS: read 'v->bytes[7]' @15, write 'v->bytes[7]' @15
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setReal, &cell); // ACCESS: write 't' @3 by pthread_create
  cell.number = 1; // ACCESS: write 'cell.number' @15
  cell.text = "one"; // ACCESS: write 'cell.text' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return cell.bytes[0]; // ACCESS: read 'cell.bytes[0]' @10
}
