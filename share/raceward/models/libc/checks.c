// What compilers and macros call when a check fails.
#include "model.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

void __assert(const char *assertion, const char *file, int line) {
  __assert_fail(assertion, file, (unsigned)line, "");
}
/// The same on another system.
void __assert_rtn(const char *function, const char *file, int line, const char *assertion);
void __assert_rtn(const char *function, const char *file, int line, const char *assertion) {
  __assert_fail(assertion, file, (unsigned)line, function);
}

/// The stack was written where it must not be.
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) {
  abort();
}

/// longjmp() with _FORTIFY_SOURCE.
_Noreturn void __longjmp_chk(struct __jmp_buf_tag *to, int value);
_Noreturn void __longjmp_chk(struct __jmp_buf_tag *to, int value) {
  longjmp(to, value);
}
