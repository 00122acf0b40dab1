// truth: race
// opts: 
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct { unsigned long a : 60; long : 4; unsigned long b : 60; } s; struct { unsigned long a : 60; long : 0; unsigned long b : 60; } o;
void *f(void *p){ s.a = 1; o.a = 1; return 0; }
void *g(void *p){ s.b = 2; o.b = 1; return 0; }
int main(void){ pthread_t s, t;  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); pthread_join(t,0); return 0; }
