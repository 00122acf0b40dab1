// VERDICT: race
//
// The locale of the process is changed while another thread asks for its rules.
#include <locale.h>
#include <pthread.h>

static void *worker(void *unused) {
  setlocale(LC_ALL, "");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  struct lconv *rules = localeconv();
  pthread_join(t, NULL);
  return rules->decimal_point[0];
}
