// GNU MP's integers (<gmp.h>). A number is a struct of the program; what takes it as `const` does
// not change it.
#include "object.h"

typedef struct {
  int room;
  int size;
  unsigned long *digits;
} Number;

static void set(Number *number) {
  raceward_guess_bytes(number, sizeof *number);
}
static void get(const Number *number) {
  raceward_reads(number, sizeof *number);
}

void __gmpz_init(Number *number) {
  set(number);
}
void __gmpz_init_set_ui(Number *number, unsigned long value) {
  set(number);
}
void __gmpz_set_ui(Number *number, unsigned long value) {
  set(number);
}
void __gmpz_set(Number *to, const Number *from) {
  get(from);
  set(to);
}
void __gmpz_clear(Number *number) {
  set(number);
}
unsigned long __gmpz_get_ui(const Number *number) {
  get(number);
  return raceward_guess_ulong();
}
int __gmpz_cmp(const Number *a, const Number *b) {
  get(a);
  get(b);
  return raceward_guess_int();
}
#define OF_TWO(NAME)                                                                               \
  void __gmpz_##NAME(Number *to, const Number *a, const Number *b) {                               \
    get(a);                                                                                        \
    get(b);                                                                                        \
    set(to);                                                                                       \
  }
OF_TWO(add)
OF_TWO(sub)
OF_TWO(mul)
OF_TWO(mod)
OF_TWO(gcd)
void __gmpz_powm(Number *to, const Number *base, const Number *exponent, const Number *modulus) {
  get(base);
  get(exponent);
  get(modulus);
  set(to);
}
