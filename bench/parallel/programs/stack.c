// A stack without locks: three threads push and pop.
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *_Atomic next;
};
static struct node nodes[6];
static struct node *_Atomic top;
static int data;

static void push(struct node *node) {
  struct node *old = atomic_load(&top);
  do
    atomic_store(&node->next, old);
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void pop(void) {
  struct node *old = atomic_load(&top);
  while (old && !atomic_compare_exchange_strong(&top, &old, atomic_load(&old->next)))
    ;
  if (old && old->value == 1000)
    data = 1;
}

static void *work(void *number) {
  push(&nodes[(long)number]);
  pop();
  if ((long)number < 2)
    push(&nodes[3 + (long)number]);
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return data;
}
