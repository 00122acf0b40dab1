// VERDICT: race-free
// ANSWER: unknown
//
// Each byte says whose value may be used. They come in pieces, and the pipe has two writers.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int other_end;
static int values[2];

static void *first(void *unused) {
  values[0] = 1;
  if (write(ends[1], "00", 2) != 2)
    _exit(0);
  return unused;
}

static void *second(void *unused) {
  values[1] = 1;
  if (write(other_end, "1", 1) != 1)
    _exit(0);
  return unused;
}

int main(void) {
  pthread_t one, two;
  if (pipe(ends) != 0)
    return 1;
  other_end = dup(ends[1]);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  int zeros = 0;
  for (int i = 0; i < 3; ++i) {
    char byte = 0;
    if (read(ends[0], &byte, 1) != 1)
      _exit(0);
    if (byte == '0')
      ++zeros;
    else if (byte != '1')
      values[0] = values[1] = 0; // never
    if (byte == '1' || zeros == 1)
      values[byte - '0'] = 2;
  }
  if (zeros != 2)
    values[0] = values[1] = 3; // never
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
