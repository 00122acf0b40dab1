// Models of library functions, written in C and executed by the symbolic machine.
//
// A model does what the standard (where that leaves a choice: glibc) says, byte by byte:
// the machine sees each access, so that a string without an end or a buffer that is too
// small is found without a word about it here. Whenever the machine meets a branch on
// symbolic data it may have to follow both ways. Models therefore compute with conditions
// (`-(a == b) & c`) where that costs no more than a few operations, and branch where the
// result is a pointer or the end of a loop.
//
// Rules: plain loops over bytes; no headers but the three below; no state (strtok's pointer
// is the exception); names that are not of the C library start with `__raceward_`; every
// function of the library has a row in the effects table. All files are compiled as one.
#pragma once

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

// What the machine provides.
void *malloc(size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int *__errno_location(void);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

// What other models use.
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);
char *strchr(const char *text, int wanted);
char *strrchr(const char *text, int wanted);
char *strdup(const char *text);
char *strndup(const char *text, size_t most);
char *strtok_r(char *text, const char *separators, char **rest);
int tolower(int c);
