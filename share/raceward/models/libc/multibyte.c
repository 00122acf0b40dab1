// Conversions between bytes and wide characters.
//
// A byte of ASCII is a character in every locale that glibc has for programs. What other bytes mean
// depends on the locale: they are part of a character of one to four bytes, or an error. So an
// ASCII text is converted exactly, and any other in all ways that are possible: which one it is is a
// guess.
//
// Functions without a state of their own (or with a null pointer for it) share one: glibc calls
// them unsafe for threads.
#include "locales.h"
#include "model.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const size_t kInvalid = (size_t)-1;
static const size_t kIncomplete = (size_t)-2;

size_t __ctype_get_mb_cur_max(void) {
  return model_is_c_locale() || raceward_any_bool() ? 1 : 6;
}

/// One character from at most `most` bytes: how many it takes, or one of the two errors. A zero
/// takes one here. The bytes after the first one are not of ASCII either.
static size_t decode(const unsigned char *from, size_t most, unsigned *character) {
  if (most == 0)
    return kIncomplete;
  if (from[0] < 128) {
    *character = from[0];
    return 1;
  }
  size_t length = 1;
  while (length < 4 && raceward_guess_bool()) {
    if (length == most)
      return kIncomplete;
    if (from[length] < 128)
      return kInvalid;
    ++length;
  }
  if (raceward_guess_bool())
    return kInvalid;
  *character = (unsigned)model_guess(128, 0x110000 - 1);
  return length;
}

/// At most MB_LEN_MAX bytes; `to` has room for them.
static size_t encode(char *to, unsigned character) {
  if (character < 128) {
    to[0] = (char)character;
    return 1;
  }
  if (raceward_guess_bool())
    return kInvalid;
  size_t length = 0;
  do {
    to[length++] = (char)(raceward_guess_uchar() | 0x80);
  } while (length < 4 && raceward_guess_bool());
  return length;
}

/// What a state can say, besides that it is the initial one.
enum { kInCharacter = 1, kSecondUnit };

/// What it has of a character is kept, too.
static void set_state(mbstate_t *state, int how) {
  state->__count = how;
  if (how != 0)
    raceward_guess_bytes(&state->__value, sizeof state->__value);
}

/// With the state of the caller, or of the function.
static size_t decode_on(mbstate_t *state, const unsigned char *from, size_t most,
                        unsigned *character) {
  const int before = state->__count;
  state->__count = before; // a write, also if it changes nothing
  if (most == 0)
    return kIncomplete;
  if (before != 0 && from[0] < 128)
    return kInvalid;
  const size_t length = decode(from, most, character);
  set_state(state, length == kIncomplete ? kInCharacter : 0);
  return length;
}
static void use(mbstate_t *state) {
  raceward_reads(state, sizeof *state);
  state->__count = 0;
}
static size_t fail(size_t how) {
  if (how == kInvalid)
    errno = EILSEQ;
  return how;
}
static int is_error(size_t length) {
  return length >= kIncomplete;
}

#define FROM_BYTES(name, type)                                                                     \
  size_t name(type *to, const char *from, size_t most, mbstate_t *state) {                         \
    static mbstate_t state_of_##name;                                                              \
    if (state == NULL)                                                                             \
      state = &state_of_##name;                                                                    \
    if (from == NULL) {                                                                            \
      use(state);                                                                                  \
      return 0;                                                                                    \
    }                                                                                              \
    unsigned character = 0;                                                                        \
    const size_t length = decode_on(state, (const unsigned char *)from, most, &character);         \
    if (is_error(length))                                                                          \
      return fail(length);                                                                         \
    if (to != NULL)                                                                                \
      *to = (type)character;                                                                       \
    return character == 0 ? 0 : length;                                                            \
  }
FROM_BYTES(mbrtowc, wchar_t)
FROM_BYTES(mbrtoc32, char32_t)

// A character may have further units, which the next calls give without reading a byte.
#define FROM_BYTES_IN_UNITS(name, type)                                                            \
  size_t name(type *to, const char *from, size_t most, mbstate_t *state) {                         \
    static mbstate_t state_of_##name;                                                              \
    if (state == NULL)                                                                             \
      state = &state_of_##name;                                                                    \
    if (from == NULL) {                                                                            \
      use(state);                                                                                  \
      return 0;                                                                                    \
    }                                                                                              \
    unsigned character = raceward_guess_uint() | 128;                                                \
    size_t length = (size_t)-3;                                                                    \
    if (state->__count != kSecondUnit)                                                             \
      length = decode_on(state, (const unsigned char *)from, most, &character);                    \
    if (length != (size_t)-3 && is_error(length))                                                  \
      return fail(length);                                                                         \
    if (character >= 128)                                                                          \
      set_state(state, raceward_guess_bool() ? kSecondUnit : 0);                                     \
    if (to != NULL)                                                                                \
      *to = (type)character;                                                                       \
    return character == 0 ? 0 : length;                                                            \
  }
FROM_BYTES_IN_UNITS(mbrtoc16, char16_t)
FROM_BYTES_IN_UNITS(mbrtoc8, unsigned char)

size_t mbrlen(const char *from, size_t most, mbstate_t *state) {
  static mbstate_t state_of_mbrlen;
  return mbrtowc(NULL, from, most, state == NULL ? &state_of_mbrlen : state);
}
size_t __mbrlen(const char *from, size_t most, mbstate_t *state) {
  return mbrlen(from, most, state);
}
int mbsinit(const mbstate_t *state) {
  if (state == NULL)
    return 1;
  return state->__count == 0;
}

#define TO_BYTES(name, type)                                                                       \
  size_t name(char *to, type character, mbstate_t *state) {                                        \
    static mbstate_t state_of_##name;                                                              \
    use(state == NULL ? &state_of_##name : state);                                                 \
    return to == NULL ? 1 : fail(encode(to, (unsigned)character));                                 \
  }
TO_BYTES(wcrtomb, wchar_t)
TO_BYTES(c32rtomb, char32_t)
// Nothing is written before the last unit of a character.
#define UNITS_TO_BYTES(name, type)                                                                 \
  size_t name(char *to, type character, mbstate_t *state) {                                        \
    static mbstate_t state_of_##name;                                                              \
    if (state == NULL)                                                                             \
      state = &state_of_##name;                                                                    \
    const int before = state->__count;                                                             \
    use(state);                                                                                    \
    if (to == NULL)                                                                                \
      return 1;                                                                                    \
    if (before != 0 && character < 128)                                                            \
      return fail(kInvalid);                                                                       \
    if (character >= 128 && raceward_guess_bool()) {                                                 \
      set_state(state, kSecondUnit);                                                               \
      return 0;                                                                                    \
    }                                                                                              \
    return fail(encode(to, (unsigned)character));                                                  \
  }
UNITS_TO_BYTES(c16rtomb, char16_t)
UNITS_TO_BYTES(c8rtomb, unsigned char)

// glibc looks for the end of a text before it converts anything: up to as many characters as it may
// take. So it reads more than it needs if a character is wrong, or the target is full.
static void look_ahead(const char *from, size_t most) {
  (void)strnlen(from, most);
}
static void look_ahead_wide(const wchar_t *from, size_t most) {
  (void)wcsnlen(from, most);
}

/// The text ends at its zero, after `bytes` bytes, or when `count` characters are written.
static size_t all_to_wide(wchar_t *to, const char **from, size_t bytes, size_t count) {
  const char *at = *from;
  size_t done = 0;
  while (to == NULL || done < count) {
    unsigned character = 0;
    const size_t length = decode((const unsigned char *)at, bytes, &character);
    if (length == kIncomplete)
      break;
    if (length == kInvalid) {
      if (to != NULL)
        *from = at;
      return fail(length);
    }
    if (to != NULL)
      to[done] = (wchar_t)character;
    if (character == 0) {
      if (to != NULL)
        *from = NULL;
      return done;
    }
    at += length;
    bytes -= length;
    ++done;
  }
  if (to != NULL)
    *from = at;
  return done;
}
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t bytes, size_t count, mbstate_t *state) {
  static mbstate_t state_of_mbsnrtowcs;
  use(state == NULL ? &state_of_mbsnrtowcs : state);
  look_ahead(*from, bytes);
  return all_to_wide(to, from, bytes, count);
}
size_t mbsrtowcs(wchar_t *to, const char **from, size_t count, mbstate_t *state) {
  static mbstate_t state_of_mbsrtowcs;
  use(state == NULL ? &state_of_mbsrtowcs : state);
  look_ahead(*from, to == NULL ? (size_t)-1 : count);
  return all_to_wide(to, from, (size_t)-1, count);
}
size_t mbstowcs(wchar_t *to, const char *from, size_t count) {
  look_ahead(from, to == NULL ? (size_t)-1 : count);
  return all_to_wide(to, &from, (size_t)-1, count);
}

static size_t all_to_bytes(char *to, const wchar_t **from, size_t characters, size_t bytes) {
  const wchar_t *at = *from;
  size_t done = 0;
  for (size_t i = 0; i < characters; ++i, ++at) {
    char parts[MB_LEN_MAX];
    const size_t length = encode(parts, (unsigned)*at);
    if (length == kInvalid) {
      if (to != NULL)
        *from = at;
      return fail(length);
    }
    if (to != NULL && bytes - done < length)
      break;
    for (size_t part = 0; to != NULL && part < length; ++part)
      to[done + part] = parts[part];
    if (*at == 0) {
      if (to != NULL)
        *from = NULL;
      return done;
    }
    done += length;
  }
  if (to != NULL)
    *from = at;
  return done;
}
size_t wcsnrtombs(char *to, const wchar_t **from, size_t characters, size_t bytes,
                  mbstate_t *state) {
  static mbstate_t state_of_wcsnrtombs;
  use(state == NULL ? &state_of_wcsnrtombs : state);
  look_ahead_wide(*from, characters);
  return all_to_bytes(to, from, characters, bytes);
}
size_t wcsrtombs(char *to, const wchar_t **from, size_t bytes, mbstate_t *state) {
  static mbstate_t state_of_wcsrtombs;
  use(state == NULL ? &state_of_wcsrtombs : state);
  look_ahead_wide(*from, to == NULL ? (size_t)-1 : bytes);
  return all_to_bytes(to, from, (size_t)-1, bytes);
}
size_t wcstombs(char *to, const wchar_t *from, size_t bytes) {
  look_ahead_wide(from, to == NULL ? (size_t)-1 : bytes);
  return all_to_bytes(to, &from, (size_t)-1, bytes);
}

// With a hidden state.

int mblen(const char *from, size_t most) {
  static mbstate_t state_of_mblen;
  if (from == NULL) {
    use(&state_of_mblen);
    return 0; // no encoding of glibc has states here
  }
  if (*from == 0) // it looks there first
    return 0;
  unsigned character = 0;
  const size_t length = decode_on(&state_of_mblen, (const unsigned char *)from, most, &character);
  if (is_error(length))
    return (int)fail(kInvalid);
  return character == 0 ? 0 : (int)length;
}
int mbtowc(wchar_t *to, const char *from, size_t most) {
  static mbstate_t state_of_mbtowc;
  if (from == NULL) {
    use(&state_of_mbtowc);
    return 0;
  }
  unsigned character = 0;
  const size_t length = decode_on(&state_of_mbtowc, (const unsigned char *)from, most, &character);
  if (is_error(length))
    return (int)fail(kInvalid);
  if (to != NULL)
    *to = (wchar_t)character;
  return character == 0 ? 0 : (int)length;
}
int wctomb(char *to, wchar_t character) {
  static mbstate_t state_of_wctomb;
  use(&state_of_wctomb);
  return to == NULL ? 0 : (int)fail(encode(to, (unsigned)character));
}

wint_t btowc(int byte) {
  if (byte == -1)
    return WEOF;
  if ((unsigned char)byte < 128)
    return (wint_t)byte;
  return raceward_guess_bool() ? WEOF : raceward_guess_uint();
}
int wctob(wint_t character) {
  if (character < 128)
    return (int)character;
  return model_guess(128, 255) | -(int)raceward_guess_bool();
}
wint_t __btowc_alias(int byte);
wint_t __btowc_alias(int byte) {
  return btowc(byte);
}
int __wctob_alias(wint_t character);
int __wctob_alias(wint_t character) {
  return wctob(character);
}
size_t __mbrtowc_alias(wchar_t *to, const char *from, size_t most, mbstate_t *state);
size_t __mbrtowc_alias(wchar_t *to, const char *from, size_t most, mbstate_t *state) {
  return mbrtowc(to, from, most, state);
}

// _FORTIFY_SOURCE: the last argument is the size of the target, which is tested anyway.

#define CHECKED(name, type, ...)                                                                   \
  type name(__VA_ARGS__);                                                                          \
  type name(__VA_ARGS__)

CHECKED(__mbstowcs_chk, size_t, wchar_t *to, const char *from, size_t count, size_t room) {
  return mbstowcs(to, from, count);
}
CHECKED(__wcstombs_chk, size_t, char *to, const wchar_t *from, size_t bytes, size_t room) {
  return wcstombs(to, from, bytes);
}
CHECKED(__mbsrtowcs_chk, size_t, wchar_t *to, const char **from, size_t count, mbstate_t *state,
        size_t room) {
  return mbsrtowcs(to, from, count, state);
}
CHECKED(__wcsrtombs_chk, size_t, char *to, const wchar_t **from, size_t bytes, mbstate_t *state,
        size_t room) {
  return wcsrtombs(to, from, bytes, state);
}
CHECKED(__mbsnrtowcs_chk, size_t, wchar_t *to, const char **from, size_t bytes, size_t count,
        mbstate_t *state, size_t room) {
  return mbsnrtowcs(to, from, bytes, count, state);
}
CHECKED(__wcsnrtombs_chk, size_t, char *to, const wchar_t **from, size_t characters, size_t bytes,
        mbstate_t *state, size_t room) {
  return wcsnrtombs(to, from, characters, bytes, state);
}
CHECKED(__wcrtomb_chk, size_t, char *to, wchar_t character, mbstate_t *state, size_t room) {
  return wcrtomb(to, character, state);
}
CHECKED(__wctomb_chk, int, char *to, wchar_t character, size_t room) {
  if (to == NULL)
    return wctomb(to, character) | raceward_guess_bool(); // versions of glibc differ
  return wctomb(to, character);
}
