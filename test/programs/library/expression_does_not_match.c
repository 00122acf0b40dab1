// VERDICT: race
// Another text does not match.
#include <pthread.h>
#include <regex.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  regex_t expression;
  regmatch_t match;
  if (regcomp(&expression, "b+c|^x", REG_EXTENDED) != 0)
    return 1;
  const int result = regexec(&expression, "abx", 1, &match, 0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (result == REG_NOMATCH)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
