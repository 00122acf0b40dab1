// What the programs take from outside. The functions have no body here: each tool brings its
// own, so that all of them execute the same bitcode.
#ifndef INPUT_H
#define INPUT_H

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static inline void check(int holds) {
  if (!holds)
    abort();
}

#endif
