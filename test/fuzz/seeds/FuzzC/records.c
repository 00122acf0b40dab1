#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct s { int a; char b[3]; struct s *next; unsigned c : 3, d : 5; };
union u { int i; float f; struct s s; void *p; };
struct s list, *head = &list;
union u v;
int a[4][3];
typedef struct { long k; } T;
T t[2];
void *f(void *p) {
  struct s *s = p;
  s->next->a = a[1][2];
  s->c++;
  v.f = 3.5;
  t[s->a].k = (long)p;
  memcpy(&list, s, sizeof *s);
  return s->next;
}
int main(void) {
  pthread_t h;
  struct s *p = malloc(sizeof *p);
  p->next = head;
  pthread_create(&h, NULL, f, p);
  head->b[2] = 'c';
  void *r;
  pthread_join(h, &r);
  free(p);
  return v.s.d;
}
