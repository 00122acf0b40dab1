// The models under the names that the build gives them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#define MODEL(type, name, ...) extern "C" type model_##name(__VA_ARGS__)

MODEL(std::size_t, strlen, const char *);
MODEL(std::size_t, strnlen, const char *, std::size_t);
MODEL(int, strcmp, const char *, const char *);
MODEL(int, strncmp, const char *, const char *, std::size_t);
MODEL(int, strcoll, const char *, const char *);
MODEL(int, strcasecmp, const char *, const char *);
MODEL(int, strncasecmp, const char *, const char *, std::size_t);
MODEL(char *, strcpy, char *, const char *);
MODEL(char *, stpcpy, char *, const char *);
MODEL(char *, strncpy, char *, const char *, std::size_t);
MODEL(char *, stpncpy, char *, const char *, std::size_t);
MODEL(char *, strcat, char *, const char *);
MODEL(char *, strncat, char *, const char *, std::size_t);
MODEL(char *, strdup, const char *);
MODEL(char *, strndup, const char *, std::size_t);
MODEL(char *, __strdup, const char *);
MODEL(char *, __strndup, const char *, std::size_t);
MODEL(char *, strchr, const char *, int);
MODEL(char *, strrchr, const char *, int);
MODEL(char *, strchrnul, const char *, int);
MODEL(char *, index, const char *, int);
MODEL(char *, rindex, const char *, int);
MODEL(char *, strstr, const char *, const char *);
MODEL(char *, strcasestr, const char *, const char *);
MODEL(char *, strpbrk, const char *, const char *);
MODEL(std::size_t, strspn, const char *, const char *);
MODEL(std::size_t, strcspn, const char *, const char *);

MODEL(void *, mempcpy, void *, const void *, std::size_t);
MODEL(void *, memccpy, void *, const void *, int, std::size_t);
MODEL(void, bcopy, const void *, void *, std::size_t);
MODEL(void, bzero, void *, std::size_t);
MODEL(void, explicit_bzero, void *, std::size_t);
MODEL(int, memcmp, const void *, const void *, std::size_t);
MODEL(int, bcmp, const void *, const void *, std::size_t);
MODEL(void *, memchr, const void *, int, std::size_t);
MODEL(void *, memrchr, const void *, int, std::size_t);

MODEL(int, isalpha, int);
MODEL(int, isdigit, int);
MODEL(int, isalnum, int);
MODEL(int, isspace, int);
MODEL(int, isupper, int);
MODEL(int, islower, int);
MODEL(int, isprint, int);
MODEL(int, ispunct, int);
MODEL(int, isxdigit, int);
MODEL(int, iscntrl, int);
MODEL(int, isgraph, int);
MODEL(int, isblank, int);
MODEL(int, isascii, int);
MODEL(int, toascii, int);
MODEL(int, toupper, int);
MODEL(int, tolower, int);
MODEL(const unsigned short **, __ctype_b_loc);
MODEL(const std::int32_t **, __ctype_toupper_loc);
MODEL(const std::int32_t **, __ctype_tolower_loc);

MODEL(int, atoi, const char *);
MODEL(long, atol, const char *);
MODEL(long long, atoll, const char *);
MODEL(long, strtol, const char *, char **, int);
MODEL(unsigned long, strtoul, const char *, char **, int);
MODEL(long long, strtoll, const char *, char **, int);
MODEL(unsigned long long, strtoull, const char *, char **, int);
MODEL(std::intmax_t, strtoimax, const char *, char **, int);
MODEL(std::uintmax_t, strtoumax, const char *, char **, int);
MODEL(long, __isoc23_strtol, const char *, char **, int);
MODEL(unsigned long, __isoc23_strtoul, const char *, char **, int);
MODEL(long long, __isoc23_strtoll, const char *, char **, int);
MODEL(unsigned long long, __isoc23_strtoull, const char *, char **, int);

MODEL(int, abs, int);
MODEL(long, labs, long);
MODEL(long long, llabs, long long);
MODEL(std::intmax_t, imaxabs, std::intmax_t);
MODEL(div_t, div, int, int);
MODEL(ldiv_t, ldiv, long, long);
MODEL(lldiv_t, lldiv, long long, long long);
MODEL(int, ffs, int);
MODEL(int, ffsl, long);
MODEL(int, ffsll, long long);

using Order = int (*)(const void *, const void *);
MODEL(void, qsort, void *, std::size_t, std::size_t, Order);
MODEL(void *, bsearch, const void *, const void *, std::size_t, std::size_t, Order);

MODEL(int, rand);
MODEL(long, random);
MODEL(int, rand_r, unsigned *);
MODEL(void, __VERIFIER_nondet_memory, void *, std::size_t);
MODEL(void, raceward_any_bytes, void *, std::size_t);
MODEL(void, raceward_guess_bytes, void *, std::size_t);

/// Of the models: their stdin, which they share.
struct ModelStream {
  int hasEnded;
  int pushed;
  unsigned char given[16];
  int next;
};
extern "C" ModelStream model___raceward_stdin;
extern "C" int model_sscanf(const char *, const char *, ...);
extern "C" int model_fscanf(ModelStream *, const char *, ...);
extern "C" int model___isoc23_sscanf(const char *, const char *, ...);
MODEL(int, fgetc, ModelStream *);
MODEL(int, ungetc, int, ModelStream *);
MODEL(int, feof, ModelStream *);
MODEL(void, clearerr, ModelStream *);
MODEL(char *, fgets, char *, int, ModelStream *);
MODEL(std::size_t, fread, void *, std::size_t, std::size_t, ModelStream *);

#undef MODEL
