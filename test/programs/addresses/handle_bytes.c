// VERDICT: race
// ANSWER: unknown
//
// The bytes of a handle are looked at.
#include <pthread.h>
#include <stddef.h>

static int data;

static int sumOf(const unsigned char *bytes, size_t count) {
  int sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += bytes[i]; // ACCESS: read 'bytes[i]' @12
  return sum;
}

static void *worker(void *unused) {
  pthread_t self = pthread_self(); // ACCESS: write 'self' @13
  if (sumOf((const unsigned char *)&self, sizeof self) % 3 == 1)
    data++; // ACCESS: read 'data' @9, write 'data' @9
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
