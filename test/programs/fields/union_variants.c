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
  v->real = 1.5;
  v->bytes[7] ^= 0x80;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setReal, &cell);
  cell.number = 1;
  cell.text = "one";
  pthread_join(t, NULL);
  return cell.bytes[0];
}
