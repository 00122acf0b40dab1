// VERDICT: race-free
// The members of a date say its text.
#include <pthread.h>
#include <string.h>
#include <time.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  struct tm date = {.tm_year = 120, .tm_mon = 4, .tm_mday = 7, .tm_hour = 8};
  char text[20];
  strftime(text, sizeof text, "%d %b %Y %H:%M", &date);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (strcmp(text, "07 May 2020 08:00") != 0)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
