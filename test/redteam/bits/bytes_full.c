// truth: race
// opts: 
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct b { unsigned long a : 64, b : 64; };char q[64] __attribute__((aligned(8)));
void *f(void *p){ ((struct b *)(q + 16))->a = 1; return 0; }
void *g(void *p){ ((struct b *)(q + 16))->b = 2; return 0; }
int main(void){ pthread_t s, t;  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); pthread_join(t,0); return 0; }
