// VERDICT: race
//
// Arrays of structs, by index and by pointer, and arrays inside of them.
#include <pthread.h>

struct account {
  int id;
  long balance;
  long history[4];
};

static struct account bank[3];

static void transfer(int from, int to, long amount) {
  struct account *payer = &bank[from];
  payer->balance -= amount; // ACCESS: read 'payer->balance' @18, write 'payer->balance' @18
  bank[to].balance += amount; // ACCESS: read 'bank[to].balance' @20, write 'bank[to].balance' @20
  bank[to].history[bank[to].id % 4] = amount; // ACCESS: read 'bank[to].id' @29, write 'bank[to].history[bank[to].id % 4]' @37
}

static void *worker(void *unused) {
  transfer(0, 1, 10);
  return unused;
}

int main(void) {
  pthread_t t;
  for (struct account *a = bank; a < bank + 3; a++)
    a->balance = 100; // ACCESS: write 'a->balance' @16
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  transfer(1, 2, 20);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)(bank[2].history[0] + (bank + 1)->history[1]); // ACCESS: read 'bank[2].history[0]' @16, read 'bank[1].history[1]' @37
}
