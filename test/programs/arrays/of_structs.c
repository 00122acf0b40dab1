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
  payer->balance -= amount;
  bank[to].balance += amount;
  bank[to].history[bank[to].id % 4] = amount;
}

static void *worker(void *unused) {
  transfer(0, 1, 10);
  return unused;
}

int main(void) {
  pthread_t t;
  for (struct account *a = bank; a < bank + 3; a++)
    a->balance = 100;
  pthread_create(&t, NULL, worker, NULL);
  transfer(1, 2, 20);
  pthread_join(t, NULL);
  return (int)(bank[2].history[0] + (bank + 1)->history[1]);
}
