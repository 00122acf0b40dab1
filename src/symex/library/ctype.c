// Classes of characters in the C locale, and the tables that glibc's <ctype.h> reads.
#include "library.h"

// Computed, not looked up: a table at a symbolic index is harder for the solver.
#define IN(c, low, high) ((unsigned)(c) - (unsigned)(low) <= (unsigned)(high) - (unsigned)(low))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define ALPHA(c) (UPPER(c) | LOWER(c))
#define DIGIT(c) IN(c, '0', '9')
#define XDIGIT(c) (DIGIT(c) | IN(c, 'a', 'f') | IN(c, 'A', 'F'))
#define SPACE(c) (IN(c, '\t', '\r') | ((c) == ' '))
#define PRINT(c) IN(c, ' ', '~')
#define GRAPH(c) IN(c, '!', '~')
#define BLANK(c) (((c) == ' ') | ((c) == '\t'))
#define CNTRL(c) (IN(c, 0, 31) | ((c) == 127))
#define ALNUM(c) (ALPHA(c) | DIGIT(c))
#define PUNCT(c) (GRAPH(c) & !ALNUM(c))

// The bits of glibc's table on a little-endian machine; the functions return them as well.
enum {
  kUpper = 0x100,
  kLower = 0x200,
  kAlpha = 0x400,
  kDigit = 0x800,
  kXdigit = 0x1000,
  kSpace = 0x2000,
  kPrint = 0x4000,
  kGraph = 0x8000,
  kBlank = 0x1,
  kCntrl = 0x2,
  kPunct = 0x4,
  kAlnum = 0x8,
};

int isupper(int c) {
  return UPPER(c) ? kUpper : 0;
}
int islower(int c) {
  return LOWER(c) ? kLower : 0;
}
int isalpha(int c) {
  return ALPHA(c) ? kAlpha : 0;
}
int isdigit(int c) {
  return DIGIT(c) ? kDigit : 0;
}
int isxdigit(int c) {
  return XDIGIT(c) ? kXdigit : 0;
}
int isspace(int c) {
  return SPACE(c) ? kSpace : 0;
}
int isprint(int c) {
  return PRINT(c) ? kPrint : 0;
}
int isgraph(int c) {
  return GRAPH(c) ? kGraph : 0;
}
int isblank(int c) {
  return BLANK(c) ? kBlank : 0;
}
int iscntrl(int c) {
  return CNTRL(c) ? kCntrl : 0;
}
int ispunct(int c) {
  return PUNCT(c) ? kPunct : 0;
}
int isalnum(int c) {
  return ALNUM(c) ? kAlnum : 0;
}
int isascii(int c) {
  return (c & ~0x7f) == 0;
}
int toascii(int c) {
  return c & 0x7f;
}

// A char that was not converted to unsigned means the same character; EOF is unchanged.
#define UNSIGNED(c) ((c) + (IN(c, -128, -2) ? 256 : 0))
#define TO_UPPER(c) (UNSIGNED(c) - (LOWER(c) ? 'a' - 'A' : 0))
#define TO_LOWER(c) (UNSIGNED(c) + (UPPER(c) ? 'a' - 'A' : 0))

int toupper(int c) {
  return TO_UPPER(c);
}
int tolower(int c) {
  return TO_LOWER(c);
}

#define CLASSES(c)                                                                                 \
  ((UPPER(c) ? kUpper : 0) | (LOWER(c) ? kLower : 0) | (ALPHA(c) ? kAlpha : 0) |                   \
   (DIGIT(c) ? kDigit : 0) | (XDIGIT(c) ? kXdigit : 0) | (SPACE(c) ? kSpace : 0) |                 \
   (PRINT(c) ? kPrint : 0) | (GRAPH(c) ? kGraph : 0) | (BLANK(c) ? kBlank : 0) |                   \
   (CNTRL(c) ? kCntrl : 0) | (PUNCT(c) ? kPunct : 0) | (ALNUM(c) ? kAlnum : 0))

// The entries from -128 to 255.
#define FOUR(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define SIXTEEN(f, c) FOUR(f, c), FOUR(f, (c) + 4), FOUR(f, (c) + 8), FOUR(f, (c) + 12)
#define SIXTY_FOUR(f, c)                                                                           \
  SIXTEEN(f, c), SIXTEEN(f, (c) + 16), SIXTEEN(f, (c) + 32), SIXTEEN(f, (c) + 48)
#define ALL(f)                                                                                     \
  SIXTY_FOUR(f, -128), SIXTY_FOUR(f, -64), SIXTY_FOUR(f, 0), SIXTY_FOUR(f, 64),                    \
      SIXTY_FOUR(f, 128), SIXTY_FOUR(f, 192)

static const unsigned short __raceward_classes[384] = {ALL(CLASSES)};
static const int32_t __raceward_upper[384] = {ALL(TO_UPPER)};
static const int32_t __raceward_lower[384] = {ALL(TO_LOWER)};
static const unsigned short *const __raceward_classes_at_0 = __raceward_classes + 128;
static const int32_t *const __raceward_upper_at_0 = __raceward_upper + 128;
static const int32_t *const __raceward_lower_at_0 = __raceward_lower + 128;

const unsigned short **__ctype_b_loc(void) {
  return (const unsigned short **)&__raceward_classes_at_0;
}
const int32_t **__ctype_toupper_loc(void) {
  return (const int32_t **)&__raceward_upper_at_0;
}
const int32_t **__ctype_tolower_loc(void) {
  return (const int32_t **)&__raceward_lower_at_0;
}
