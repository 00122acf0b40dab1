// The inputs of the programs as KLEE knows them; linked to the same bitcode.
extern void klee_make_symbolic(void *, unsigned long, const char *);
extern void klee_assume(unsigned long);

#define INPUT(type, name)                                                                          \
  type __VERIFIER_nondet_##name(void) {                                                            \
    type value;                                                                                    \
    klee_make_symbolic(&value, sizeof value, #name);                                               \
    return value;                                                                                  \
  }

INPUT(int, int)
INPUT(unsigned int, uint)
INPUT(unsigned char, uchar)
INPUT(unsigned short, ushort)

void __VERIFIER_assume(int holds) {
  klee_assume(holds != 0);
}
