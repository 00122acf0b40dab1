// VERDICT: race-free
//
// Two threads may search with one regular expression; each has a place for what it finds.
#include <pthread.h>
#include <regex.h>

static regex_t expression;

static void *worker(void *unused) {
  regmatch_t match[1];
  regexec(&expression, "b", 1, match, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  if (regcomp(&expression, "a*", 0) != 0)
    return 1;
  pthread_create(&t, NULL, worker, NULL);
  regmatch_t match[1];
  regexec(&expression, "a", 1, match, 0);
  pthread_join(t, NULL);
  regfree(&expression);
  return 0;
}
