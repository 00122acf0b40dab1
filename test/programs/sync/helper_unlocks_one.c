// VERDICT: race
//
// A helper is called with the lock of either account, and gives up that of the second one: the
// same code, with the same kind of lock held, is protected once and not the other time.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int sum;
};
static struct account first = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct account second = {PTHREAD_MUTEX_INITIALIZER, 0};
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static struct account *from = &first, *to = &second;

static void add(struct account *account) {
  if (account == &second)
    pthread_mutex_unlock(&second.lock);
  account->sum++; // ACCESS: read 'account->sum' @15, write 'account->sum' @15
}

static void *transfer(void *unused) {
  pthread_mutex_lock(&table);
  struct account *a = from; // ACCESS: read 'from' @23
  struct account *b = to;   // ACCESS: read 'to' @23
  from = a;                 // ACCESS: write 'from' @8
  to = b;                   // ACCESS: write 'to' @6
  pthread_mutex_unlock(&table);
  pthread_mutex_lock(&a->lock);
  add(a);
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_lock(&b->lock);
  add(b);
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, transfer, NULL); // ACCESS: write 's' @3 by pthread_create
  pthread_create(&t, NULL, transfer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(s, NULL);                    // ACCESS: read 's' @16
  pthread_join(t, NULL);                    // ACCESS: read 't' @16
  return 0;
}
