// VERDICT: race
//
// json_pack() reads the texts that its format speaks of.
#include <pthread.h>
#include <stddef.h>

typedef struct json json_t; // <jansson.h>, which not every system has
json_t *json_pack(const char *format, ...);

static char name[] = "abc";

static void *worker(void *unused) {
  json_pack("{s:i, s:s}", "number", 7, "name", name);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  name[1] = 'x';
  pthread_join(t, NULL);
  return 0;
}
