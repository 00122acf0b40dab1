// Models of library functions, written in C and executed by the symbolic machine.
//
// A model does what the standard (where that leaves a choice: glibc) says, byte by byte: the
// machine sees each access, so that an unterminated string or a buffer that is too small is found
// without extra code here. Whenever the machine meets a branch on symbolic data it may have to
// follow both sides. Models therefore compute with conditions (`-(a == b) & c`) where that costs
// only a few operations, and branch where the result is a pointer or the end of a loop.
//
// Rules: plain loops over bytes; only headers of a freestanding compiler; no state
// (streams, clocks and values that cannot change in one run are the exceptions); names that
// are not of the C library start with `__raceward_`; every function of the library has a row in the
// effects table, or only the machine knows it because no row can express its effects. All files are
// compiled as one.
#pragma once

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

// Provided by the machine.
/// Ends the path as a gap. The text is a constant.
_Noreturn void __raceward_cannot(const char *what);
/// Records that more behaviours are possible than are followed.
void __raceward_note_bound(const char *what);
/// Whether standard input and environment are not given.
int __raceward_input_is_any(void);
/// Memory that is state of the library, and never given to the program.
void *__raceward_own_memory(size_t bytes);
void *malloc(size_t bytes);
void *realloc(void *old, size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int *__errno_location(void);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
long double strtold(const char *text, char **end);
void __VERIFIER_assume(int condition);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
unsigned char raceward_guess_uchar(void);

// Values of glibc.
enum { kEinval = 22, kErange = 34 };
typedef long ssize_t;

// Used by other models.
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);
char *strchr(const char *text, int wanted);
char *strrchr(const char *text, int wanted);
char *strdup(const char *text);
char *strndup(const char *text, size_t most);
int tolower(int c);
/// 0 to 35, or more than any base.
static unsigned __raceward_digit(char c);
static int __raceward_is_space(char c);
