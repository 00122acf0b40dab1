// What the programs of test/programs/sequential take from a checker, for the compiled ones.
#include <raceward.h>
#include <sanitizer/common_interface_defs.h>

#define INPUT(type, name)                                                                          \
  type __VERIFIER_nondet_##name(void) { return raceward_any_##name(); }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)

void __VERIFIER_assume(int condition) {
  raceward_assume(condition);
}

void reach_error(void) {
  fprintf(stderr, "reach_error() was called\n");
  __sanitizer_print_stack_trace();
  abort();
}
