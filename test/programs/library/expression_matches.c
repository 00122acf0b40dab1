// VERDICT: race-free
// Expression and text decide where the match is.
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
  const int result = regexec(&expression, "abbc", 1, &match, 0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (result != 0 || match.rm_so != 1 || match.rm_eo != 4)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
