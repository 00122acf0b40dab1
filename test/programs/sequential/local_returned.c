// PROPERTY: memory-safety
// VERDICT: violated
//
// The object is gone when its function returns.
static int *escaped;

static void leak(void) {
  int number = 4;
  escaped = &number;
}

int main(void) {
  leak();
  return *escaped; // VIOLATION
}
