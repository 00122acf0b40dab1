// PROPERTY: assertions
// VERDICT: holds
//
// A global pointer to heap memory, always used with an index.
#include <assert.h>
#include <stdlib.h>

static int *numbers;

static void set(int value) {
  numbers[0] = value;
}

int main(void) {
  numbers = (int *)malloc(sizeof(int));
  if (!numbers)
    return 0;
  set(8);
  numbers[0] = numbers[0] + 1;
  assert(numbers[0] == 9);
  set(8);
  assert(*numbers == 8);
  free(numbers);
  return 0;
}
