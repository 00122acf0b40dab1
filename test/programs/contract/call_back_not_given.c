// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The function is called by the program itself only: the library has not seen its address.
int lib_step(int by, int *result);

static int total;

static void add(int by) {
  total += by;
}

static void repeat(void (*action)(int), int times) {
  for (int i = 0; i < times; i++) {
    int by = 0;
    if (lib_step(i, &by))
      action(by);
  }
}

int main(void) {
  repeat(add, 5);
  return total;
}
