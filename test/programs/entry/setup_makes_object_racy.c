// The object that the setup returns is what callers share; one looks before it locks.
// VERDICT: race
// OPTIONS: --entry push,pop --entry-setup stack_new --entry-memory shared
#include <pthread.h>
#include <stdlib.h>

struct stack {
  pthread_mutex_t lock;
  int count;
  int *values;
};

struct stack *stack_new(void) {
  struct stack *stack = malloc(sizeof *stack);
  if (!stack)
    return NULL;
  pthread_mutex_init(&stack->lock, NULL);
  stack->count = 0;
  stack->values = malloc(8 * sizeof *stack->values);
  return stack;
}

void push(struct stack *stack, int value) {
  pthread_mutex_lock(&stack->lock);
  if (stack->count < 8)
    stack->values[stack->count++] = value;
  pthread_mutex_unlock(&stack->lock);
}

int pop(struct stack *stack) {
  int value = 0;
  if (stack->count == 0)
    return value;
  pthread_mutex_lock(&stack->lock);
  if (stack->count > 0)
    value = stack->values[--stack->count];
  pthread_mutex_unlock(&stack->lock);
  return value;
}
