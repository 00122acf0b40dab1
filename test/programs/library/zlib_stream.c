// VERDICT: race
//
// A stream of zlib belongs to one thread at a time.
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

static z_stream stream;

static void *worker(void *unused) {
  deflate(&stream, 0);
  return unused;
}

int main(void) {
  unsigned char in[4] = "abc";
  unsigned char out[8];
  pthread_t t;
  if (deflateInit_(&stream, 6, "1.2.11", sizeof stream) != 0)
    return 1;
  stream.next_in = in;
  stream.avail_in = sizeof in;
  stream.next_out = out;
  stream.avail_out = sizeof out;
  pthread_create(&t, NULL, worker, NULL);
  deflate(&stream, 4);
  pthread_join(t, NULL);
  deflateEnd(&stream);
  return 0;
}
