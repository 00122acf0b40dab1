/* Two threads that count words in a text of their own and add to a common sum under a lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kBytes = 20000 };
static char text[2][kBytes];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long words;
static long rounds = 1;

static void *count(void *argument) {
  const char *mine = argument;
  for (long round = 0; round < rounds; ++round) {
    long found = 0;
    for (int i = 1; i < kBytes; ++i)
      found += mine[i] == ' ' && mine[i - 1] != ' ';
    pthread_mutex_lock(&lock);
    words += found;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  if (argc > 1)
    rounds = atol(argv[1]);
  for (int t = 0; t < 2; ++t)
    for (int i = 0; i < kBytes; ++i)
      text[t][i] = i * (t + 3) % 7 == 0 ? ' ' : 'x';
  for (int t = 0; t < 2; ++t)
    pthread_create(&threads[t], 0, count, text[t]);
  for (int t = 0; t < 2; ++t)
    pthread_join(threads[t], 0);
  printf("%ld\n", words);
  return 0;
}
