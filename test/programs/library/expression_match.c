// VERDICT: race
//
// The twin of expression_shared.c: both threads want the match in one place.
#include <pthread.h>
#include <regex.h>

static regex_t expression;
static regmatch_t match[1];

static void *worker(void *unused) {
  regexec(&expression, "b", 1, match, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  if (regcomp(&expression, "a*", 0) != 0)
    return 1;
  pthread_create(&t, NULL, worker, NULL);
  regexec(&expression, "a", 1, match, 0);
  pthread_join(t, NULL);
  regfree(&expression);
  return 0;
}
