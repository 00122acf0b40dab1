// VERDICT: race-free
//
// A position is where the stream was sent, or it is not told.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  FILE *file = fopen("data", "r");
  if (file == NULL)
    return 1;
  const int sent = fseek(file, 0, SEEK_SET);
  const long position = ftell(file);
  pthread_create(&thread, NULL, work, NULL);
  if (sent == 0 && position > 0)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
