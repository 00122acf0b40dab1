// Functions of Sun's external data representation (<rpc/xdr.h>). Which of three things one does is up
// to the stream: encode what it is given, decode into it, or free what was decoded there.
#include "xdr.h"

#include <stdio.h>

// -- numbers -------------------------------------------------------------------------------------

/// A number travels as one word.
#define OF_WORD(name, type)                                                                        \
  static int name##_word(Stream *stream, type *number) {                                           \
    const int operation = stream->operation;                                                       \
    if (operation == kEncode) {                                                                    \
      const long word = (long)*number;                                                             \
      return stream->functions->putLong(stream, &word);                                            \
    }                                                                                              \
    if (operation == kDecode) {                                                                    \
      long word;                                                                                   \
      if (!stream->functions->getLong(stream, &word))                                              \
        return 0;                                                                                  \
      *number = (type)word;                                                                        \
    }                                                                                              \
    return 1;                                                                                      \
  }                                                                                                \
  int name(Stream *stream, type *number) {                                                         \
    return name##_word(stream, number);                                                            \
  }

OF_WORD(xdr_int, int)
OF_WORD(xdr_u_int, unsigned)
OF_WORD(xdr_long, long)
OF_WORD(xdr_u_long, unsigned long)
OF_WORD(xdr_short, short)
OF_WORD(xdr_u_short, unsigned short)
OF_WORD(xdr_char, char)
OF_WORD(xdr_u_char, unsigned char)
OF_WORD(xdr_bool, int)
OF_WORD(xdr_enum, int)
OF_WORD(xdr_float, float)

/// With functions for words of 32 bits.
#define OF_INT(name, type)                                                                         \
  int name(Stream *stream, type *number) {                                                         \
    const int operation = stream->operation;                                                       \
    if (operation == kEncode) {                                                                    \
      const int32_t word = (int32_t)*number;                                                       \
      return stream->functions->putInt(stream, &word);                                             \
    }                                                                                              \
    if (operation == kDecode) {                                                                    \
      int32_t word;                                                                                \
      if (!stream->functions->getInt(stream, &word))                                               \
        return 0;                                                                                  \
      *number = (type)word;                                                                        \
    }                                                                                              \
    return 1;                                                                                      \
  }

OF_INT(xdr_int8_t, int8_t)
OF_INT(xdr_uint8_t, uint8_t)
OF_INT(xdr_int16_t, int16_t)
OF_INT(xdr_uint16_t, uint16_t)
OF_INT(xdr_int32_t, int32_t)
OF_INT(xdr_uint32_t, uint32_t)

/// A number that travels as two words.
#define OF_TWO_WORDS(name, type)                                                                   \
  int name(Stream *stream, type *number) {                                                         \
    const int operation = stream->operation;                                                       \
    long first = 0;                                                                                \
    long second = 0;                                                                               \
    if (operation == kEncode) {                                                                    \
      raceward_reads(number, sizeof *number);                                                      \
      return stream->functions->putLong(stream, &first) &&                                         \
             stream->functions->putLong(stream, &second);                                          \
    }                                                                                              \
    if (operation == kDecode) {                                                                    \
      if (!stream->functions->getLong(stream, &first) ||                                           \
          !stream->functions->getLong(stream, &second))                                            \
        return 0;                                                                                  \
      raceward_writes(number, sizeof *number);                                                     \
    }                                                                                              \
    return 1;                                                                                      \
  }

OF_TWO_WORDS(xdr_hyper, int64_t)
OF_TWO_WORDS(xdr_u_hyper, uint64_t)
OF_TWO_WORDS(xdr_longlong_t, int64_t)
OF_TWO_WORDS(xdr_u_longlong_t, uint64_t)
OF_TWO_WORDS(xdr_int64_t, int64_t)
OF_TWO_WORDS(xdr_uint64_t, uint64_t)
OF_TWO_WORDS(xdr_quad_t, int64_t)
OF_TWO_WORDS(xdr_u_quad_t, uint64_t)
OF_TWO_WORDS(xdr_double, double)

int xdr_void(void) {
  return 1;
}

// -- bytes and texts -----------------------------------------------------------------------------

/// They are padded to a multiple of four, which is not memory of the program.
static int codesBytes(Stream *stream, char *bytes, unsigned count) {
  const int operation = stream->operation;
  if (count == 0 || operation == kFree)
    return 1;
  return operation == kEncode ? stream->functions->putBytes(stream, bytes, count)
                              : stream->functions->getBytes(stream, bytes, count);
}

int xdr_opaque(Stream *stream, char *bytes, unsigned count) {
  return codesBytes(stream, bytes, count);
}

/// A text that is received where there is not yet memory for it.
static int decodesNewText(Stream *stream, char **to, unsigned most) {
  const unsigned kMost = 15; // as of model_text()
  const unsigned length = most < kMost ? most : kMost;
  *to = malloc(length + 1);
  (*to)[length] = 0;
  return codesBytes(stream, *to, length);
}

static int codesText(Stream *stream, char **text, unsigned most) {
  unsigned length = 0;
  const int operation = stream->operation;
  if (operation == kEncode) {
    if (*text == NULL)
      return 0;
    length = (unsigned)strlen(*text);
  }
  if (operation == kFree) {
    free(*text);
    *text = NULL;
    return 1;
  }
  if (!xdr_u_int_word(stream, &length) || length > most)
    return 0;
  if (operation == kDecode && *text == NULL)
    return decodesNewText(stream, text, most);
  if (operation == kDecode)
    (*text)[length] = 0;
  return codesBytes(stream, *text, length);
}

int xdr_string(Stream *stream, char **text, unsigned most) {
  return codesText(stream, text, most);
}

int xdr_wrapstring(Stream *stream, char **text) {
  return codesText(stream, text, -1U);
}

static int codesCounted(Stream *stream, char **bytes, unsigned *count, unsigned most) {
  if (!xdr_u_int_word(stream, count))
    return 0;
  const int operation = stream->operation;
  if (operation == kFree) {
    if (*bytes != NULL) {
      free(*bytes);
      *bytes = NULL;
    }
    return 1;
  }
  if (*count > most)
    return 0;
  if (operation == kDecode) {
    if (*count == 0)
      return 1;
    if (*bytes == NULL)
      *bytes = malloc(*count);
  }
  return codesBytes(stream, *bytes, *count);
}

int xdr_bytes(Stream *stream, char **bytes, unsigned *count, unsigned most) {
  return codesCounted(stream, bytes, count, most);
}

struct counted {
  unsigned count;
  char *bytes;
};

int xdr_netobj(Stream *stream, struct counted *object) {
  return codesCounted(stream, &object->bytes, &object->count, 1024);
}

// -- elements and pointers -----------------------------------------------------------------------

static int codesElements(Stream *stream, char *at, unsigned count, unsigned bytes, Coder *element) {
  for (unsigned i = 0; i < count; ++i, at += bytes)
    if (!element(stream, at, -1U))
      return 0;
  return 1;
}

int xdr_array(Stream *stream, char **elements, unsigned *count, unsigned most, unsigned bytes,
              Coder *element) {
  if (!xdr_u_int_word(stream, count))
    return 0;
  const int operation = stream->operation;
  if (*count > most && operation != kFree)
    return 0;
  if (*elements == NULL) {
    if (operation == kFree || (operation == kDecode && *count == 0))
      return 1;
    if (operation == kDecode)
      *elements = calloc(*count, bytes);
  }
  const int done = codesElements(stream, *elements, *count, bytes, element);
  if (operation == kFree) {
    free(*elements);
    *elements = NULL;
  }
  return done;
}

int xdr_vector(Stream *stream, char *elements, unsigned count, unsigned bytes, Coder *element) {
  return codesElements(stream, elements, count, bytes, element);
}

static int codesTarget(Stream *stream, char **pointer, unsigned bytes, Coder *coder) {
  const int operation = stream->operation;
  if (*pointer == NULL) {
    if (operation == kFree)
      return 1;
    if (operation == kDecode)
      *pointer = calloc(1, bytes);
  }
  const int done = coder(stream, *pointer, -1U);
  if (operation == kFree) {
    free(*pointer);
    *pointer = NULL;
  }
  return done;
}

int xdr_reference(Stream *stream, char **pointer, unsigned bytes, Coder *coder) {
  return codesTarget(stream, pointer, bytes, coder);
}

int xdr_pointer(Stream *stream, char **pointer, unsigned bytes, Coder *coder) {
  int isThere = *pointer != NULL;
  if (!xdr_bool_word(stream, &isThere))
    return 0;
  if (!isThere) {
    *pointer = NULL;
    return 1;
  }
  return codesTarget(stream, pointer, bytes, coder);
}

struct choice {
  int value;
  Coder *coder;
};

int xdr_union(Stream *stream, int *which, char *what, const struct choice *choices, Coder *other) {
  if (!xdr_enum_word(stream, which))
    return 0;
  for (; choices->coder != NULL; ++choices)
    if (choices->value == *which)
      return choices->coder(stream, what, -1U);
  return other != NULL ? MODEL_GIVEN(other)(stream, what, -1U) : 0;
}

void xdr_free(Coder *coder, char *object) {
  model_codes(kFree, coder, object);
}

struct pmap {
  unsigned long program;
  unsigned long version;
  unsigned long protocol;
  unsigned long port;
};

int xdr_pmap(Stream *stream, struct pmap *of) {
  return xdr_u_long_word(stream, &of->program) && xdr_u_long_word(stream, &of->version) &&
         xdr_u_long_word(stream, &of->protocol) && xdr_u_long_word(stream, &of->port);
}

// -- streams in memory ---------------------------------------------------------------------------

static char *takes(Stream *stream, unsigned bytes) {
  if (stream->left < bytes)
    return NULL;
  char *at = stream->own;
  stream->left -= bytes;
  stream->own = at + bytes;
  return at;
}
static int getsLong(Stream *stream, long *to) {
  const char *at = takes(stream, 4);
  if (at == NULL)
    return 0;
  raceward_reads(at, 4);
  *to = raceward_any_int();
  return 1;
}
static int putsLong(Stream *stream, const long *from) {
  char *at = takes(stream, 4);
  if (at == NULL)
    return 0;
  raceward_reads(from, sizeof *from);
  raceward_writes(at, 4);
  return 1;
}
static int getsBytes(Stream *stream, char *to, unsigned bytes) {
  const char *at = takes(stream, bytes);
  if (at == NULL)
    return 0;
  memcpy(to, at, bytes);
  return 1;
}
static int putsBytes(Stream *stream, const char *from, unsigned bytes) {
  char *at = takes(stream, bytes);
  if (at == NULL)
    return 0;
  memcpy(at, from, bytes);
  return 1;
}
static unsigned getsPosition(const Stream *stream) {
  return (unsigned)(stream->own - stream->base);
}
static int setsPosition(Stream *stream, unsigned position) {
  char *end = stream->own + stream->left;
  if ((size_t)(end - stream->base) < position)
    return 0;
  stream->own = stream->base + position;
  stream->left = (unsigned)(end - stream->own);
  return 1;
}
static int32_t *getsPart(Stream *stream, unsigned bytes) {
  return (int32_t *)(void *)takes(stream, bytes);
}
static void destroys(Stream *stream) {}
static int getsInt(Stream *stream, int32_t *to) {
  const char *at = takes(stream, 4);
  if (at == NULL)
    return 0;
  raceward_reads(at, 4);
  *to = raceward_any_int();
  return 1;
}
static int putsInt(Stream *stream, const int32_t *from) {
  char *at = takes(stream, 4);
  if (at == NULL)
    return 0;
  raceward_reads(from, sizeof *from);
  raceward_writes(at, 4);
  return 1;
}
static const struct xdrFunctions ofMemory = {getsLong,     putsLong,     getsBytes, putsBytes,
                                             getsPosition, setsPosition, getsPart,  destroys,
                                             getsInt,      putsInt};

void xdrmem_create(Stream *stream, char *memory, unsigned bytes, int operation) {
  stream->operation = operation;
  stream->functions = &ofMemory;
  stream->own = memory;
  stream->base = memory;
  stream->left = bytes;
}
