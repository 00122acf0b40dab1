// VERDICT: race
//
// Who decodes a number writes it.
#include <pthread.h>
#include <stddef.h>

typedef struct xdr {
  int operation;
  const void *functions;
  char *ofProgram, *own, *base;
  unsigned left;
} XDR; // <rpc/xdr.h>, which not every system has
int xdr_array(XDR *stream, char **elements, unsigned *count, unsigned most, unsigned bytes,
              int (*element)(XDR *, void *, ...));
int xdr_int(XDR *stream, int *number);
void xdrmem_create(XDR *stream, char *memory, unsigned bytes, int operation);

static int numbers[2];

static void *worker(void *unused) {
  char memory[16] = {0, 0, 0, 2};
  XDR stream;
  char *to = (char *)numbers;
  unsigned count = 0;
  xdrmem_create(&stream, memory, sizeof memory, 1 /* XDR_DECODE */);
  xdr_array(&stream, &to, &count, 2, sizeof numbers[0], (int (*)(XDR *, void *, ...))xdr_int);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
