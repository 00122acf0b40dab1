// VERDICT: race-free
//
// Structs with pointers in them are copied and swapped byte by byte: nobody looks at a byte.
#include <pthread.h>
#include <stddef.h>

struct item {
  int *target;
  int used;
};

static int one, two;

static void copy(void *to, const void *from, size_t bytes) {
  char *t = to;
  const char *f = from;
  while (bytes-- > 0)
    *t++ = *f++; // ACCESS: read '*f' @12, write '*t' @10
}

static void swap(void *a, void *b, size_t bytes) {
  char *x = a, *y = b;
  for (size_t i = 0; i < bytes; i++) {
    char kept = x[i]; // ACCESS: read 'x[i]' @17
    x[i] = y[i]; // ACCESS: read 'y[i]' @12, write 'x[i]' @10
    y[i] = kept; // ACCESS: write 'y[i]' @10
  }
}

static void *worker(void *argument) {
  struct item mine, other = {NULL, 0}; // ACCESS: write 'other' @21
  copy(&mine, argument, sizeof mine);
  swap(&mine, &other, sizeof mine);
  if (other.used) // ACCESS: read 'other.used' @13
    ++*other.target; // ACCESS: read 'other.target' @14, read '*other.target' @5, write '*other.target' @5
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct item first = {&one, 1}, second = {&two, 1}; // ACCESS: write 'first' @15, write 'second' @34
  pthread_create(&a, NULL, worker, &first); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &second); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
