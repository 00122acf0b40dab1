// truth: race
// opts: 
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct { unsigned a : 1; unsigned : 0; unsigned b : 1; unsigned c : 31; unsigned : 1; unsigned d : 30; int z; } s;
void *f(void *p){ s.b = 1; return 0; }
void *g(void *p){ s.d = 2; return 0; }
int main(void){ pthread_t s, t;  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); pthread_join(t,0); return 0; }
