// truth: free
// opts: 
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct { unsigned a : 8; int : 0; unsigned b : 8; } s;
void *f(void *p){ s.a = 1; return 0; }
void *g(void *p){ s.b = 2; return 0; }
int main(void){ pthread_t s, t;  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); pthread_join(t,0); return 0; }
