// VERDICT: race
//
// xdr_free() calls the program's function, which frees the text and forgets it, while
// the other thread looks whether it is there.
#include <pthread.h>
#include <stdlib.h>

typedef struct xdr XDR; // <rpc/xdr.h>, which not every system has
int xdr_string(XDR *stream, char **text, unsigned most);
void xdr_free(int (*coder)(XDR *, void *, ...), void *object);

struct name {
  int number;
  char *text;
};

static struct name name;

static int codeName(XDR *stream, struct name *it) {
  return xdr_string(stream, &it->text, 64);
}

static void *worker(void *unused) {
  xdr_free((int (*)(XDR *, void *, ...))codeName, &name);
  return NULL;
}

int main(void) {
  pthread_t t;
  name.text = malloc(4);
  name.text[0] = 0;
  pthread_create(&t, NULL, worker, NULL);
  const int isThere = name.text != NULL;
  pthread_join(t, NULL);
  return isThere;
}
