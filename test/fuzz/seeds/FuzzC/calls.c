#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
int x;
jmp_buf b;
static int less(const void *p, const void *q) { return *(int *)p - *(int *)q; }
int sum(int n, ...) {
  va_list l;
  va_start(l, n);
  int s = 0;
  while (n--)
    s += va_arg(l, int);
  va_end(l);
  return s;
}
int work(void *p) { return x = sum(2, 1, *(int *)p); }
int (*table[2])(void *) = {work, 0};
void end(void) { x = 3; }
int main(int argc, char **argv) {
  thrd_t t;
  int v[3] = {3, 1, 2};
  qsort(v, 3, sizeof *v, less);
  atexit(end);
  thrd_create(&t, table[argc & 1], v);
  if (setjmp(b) == 0)
    longjmp(b, 1);
  switch (argc) {
  case 1: x = 1; break;
  default: goto out;
  }
out:
  thrd_join(t, 0);
  printf("%d %s\n", x, argv[0]);
  void *l = &&out;
  char big[argc];
  return (int)(long)(int *)(long)&x + big[0] + strtol(argv[0], argv, 10);
}
