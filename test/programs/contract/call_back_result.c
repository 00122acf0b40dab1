// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// What the call-back returns is in the hands of the library from then on.
void lib_use_allocator(char *(*allocate)(unsigned long));

static char pool[4096];

static char *allocate(unsigned long bytes) {
  return bytes < sizeof pool ? pool : 0;
}

int main(void) {
  lib_use_allocator(allocate);
  pool[0] = 1;
  return 0;
}
