// truth: free
// opts: 
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct b { unsigned long a : 60, b : 60; };struct b s; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p){ pthread_mutex_lock(&m); s.a = 1; pthread_mutex_unlock(&m); return 0; }
void *g(void *p){ pthread_mutex_lock(&m); s.b = 2; pthread_mutex_unlock(&m); return 0; }
int main(void){ pthread_t s, t;  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); pthread_join(t,0); return 0; }
