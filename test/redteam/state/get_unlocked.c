// truth: race
// opts: 
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *f(void *p) { getchar_unlocked(); return 0; }
void *g(void *p) { getc_unlocked(stdin); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); pthread_join(t,0); return 0; }
