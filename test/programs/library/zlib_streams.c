// VERDICT: race-free
//
// The twin of zlib_stream.c: each thread has a stream of its own. Both read the same input.
#include <pthread.h>
#include <stddef.h>

typedef struct {
  unsigned char *next_in;
  unsigned avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *(*zalloc)(void *, unsigned, unsigned);
  void (*zfree)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;
int deflateInit_(z_stream *stream, int level, const char *version, int size);
int deflate(z_stream *stream, int flush);
int deflateEnd(z_stream *stream);

static unsigned char in[4] = "abc";

static void *worker(void *unused) {
  z_stream stream = {.next_in = in, .avail_in = sizeof in};
  unsigned char out[8];
  stream.next_out = out;
  stream.avail_out = sizeof out;
  if (deflateInit_(&stream, 6, "1.2.11", sizeof stream) != 0)
    return unused;
  deflate(&stream, 4);
  deflateEnd(&stream);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
