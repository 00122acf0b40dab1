// VERDICT: race
// FLAGS: -std=gnu89
//
// Old C: parameters declared after the list, no prototypes, functions that were never
// declared, int by default.
#include <pthread.h>

static total;

static add(amount, times)
int amount;
char times;
{
  while (times-- > 0)
    total += amount; // ACCESS: read 'total' @11, write 'total' @11
  return total; // ACCESS: read 'total' @10
}

static void *worker(unused)
void *unused;
{
  add(2, 3);
  return unused;
}

int main()
{
  pthread_t t;
  char text[8];
  pthread_create(&t, 0, worker, 0); // ACCESS: write 't' @3 by pthread_create
  add(1, 1);
  strcpy(text, "done"); // ACCESS: write 'text' @3 by strcpy
  report(text);
  pthread_join(t, 0); // ACCESS: read 't' @16
  return 0;
}

int report(text)
char *text;
{
  return text[0] + total; // ACCESS: read 'text[0]' @10, read 'total' @20
}
