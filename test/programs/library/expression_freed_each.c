// VERDICT: race-free
//
// Each thread frees its own expression, through a variable of the library.
#include <pthread.h>
#include <stddef.h>

typedef struct real_pcre pcre; // <pcre.h>, which not every system has
pcre *pcre_compile(const char *pattern, int options, const char **error, int *place,
                   const unsigned char *tables);
extern void (*pcre_free)(void *);

static void *worker(void *unused) {
  const char *error;
  int place;
  pcre *expression = pcre_compile("a", 0, &error, &place, NULL);
  if (expression != NULL)
    (*pcre_free)(expression);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
