// VERDICT: race-free
//
// Each thread packs a value of its own. The number is handed over, not its address.
#include <pthread.h>
#include <stddef.h>

typedef struct json json_t; // <jansson.h>, which not every system has
json_t *json_pack(const char *format, ...);

static const int number = 7;

static void *worker(void *unused) {
  json_pack("[i, {s:s}]", number, "name", "abc");
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
