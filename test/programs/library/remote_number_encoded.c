// VERDICT: race-free
//
// Who encodes a number only reads it, each with a stream of its own.
#include <pthread.h>
#include <stddef.h>

typedef struct xdr {
  int operation;
  const void *functions;
  char *ofProgram, *own, *base;
  unsigned left;
} XDR; // <rpc/xdr.h>, which not every system has
int xdr_int(XDR *stream, int *number);
void xdrmem_create(XDR *stream, char *memory, unsigned bytes, int operation);

static int number = 7;

static void *worker(void *unused) {
  char memory[16];
  XDR stream;
  xdrmem_create(&stream, memory, sizeof memory, 0 /* XDR_ENCODE */);
  xdr_int(&stream, &number);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
