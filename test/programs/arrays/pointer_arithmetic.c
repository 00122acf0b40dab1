// VERDICT: race
//
// Pointers that walk: *p++, p[-1], *(p + n).
#include <pthread.h>

static char line[32];

static void *upper(void *arg) {
  char *p = arg;
  while (*p)
    *p++ -= 32;
  p[-1] = '!';
  return NULL;
}

int main(void) {
  pthread_t t;
  char *end = line;
  for (const char *from = "abc"; *from;)
    *end++ = *from++;
  *end = '\0';
  pthread_create(&t, NULL, upper, line);
  int second = *(line + 1) + *(end - 1);
  pthread_join(t, NULL);
  return second;
}
