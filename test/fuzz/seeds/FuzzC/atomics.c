#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
_Atomic int flag;
_Thread_local int own;
volatile int shared;
void *g(void *p) {
  while (!atomic_load_explicit(&flag, memory_order_acquire))
    ;
  __VERIFIER_atomic_begin();
  shared += own;
  __VERIFIER_atomic_end();
  __atomic_fetch_add(&shared, 1, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t t;
  int n;
  pthread_create(&t, 0, g, 0);
  for (int i = 0; i < __VERIFIER_nondet_int(); i++)
    shared = n;
  flag = 1;
  __asm__ volatile("" ::: "memory");
  int e = 0;
  atomic_compare_exchange_strong(&flag, &e, 2);
  return 0;
}
