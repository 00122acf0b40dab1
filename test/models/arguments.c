// Arguments of a call, made from the type of the function and from `arguments.txt`.
//
// Kinds of numbers:
//   int            small ones, limits and any bits
//   size           0 to some hundred
//   char, wide     a character or EOF
//   fd[:WHAT]      a descriptor: world.c
//   range:A:B      from A to B
//   is:EXPRESSION  exactly that
//   of             one of the values of the table
//   self           this thread
// Kinds of pointers:
//   text, wtext    a text, as short as its content
//   path[:WHAT]    a name of a file: world.c
//   string:A|B|C   one of these texts
//   bytes:E        so many bytes
//   room:E         so many bytes, with a text at the start
//   zeros:E        so many, all zero
//   wroom:E        the same with wide characters
//   argz:E         so many, with texts one after the other
//   name           a domain name as messages have it
//   address:E      so many, which start like an address of a socket
//   in:N, end:N    a place in the buffer N, or its end
//   object         one of what it points to
//   texts          the same, with texts where it has pointers
//   array:E        so many of them
//   number:E       an integer with that value
//   some:A:B       an integer from A to B
//   cell:KIND      a pointer to a pointer of that kind (text, wtext, null, bytes:E)
//   vector         pointers to texts, with null at the end
//   iovec:E        so many struct iovec with a buffer each
//   msghdr         a struct msghdr with name, data and control data
//   mmsghdr:E      so many of them
//   stream:NAME    a stream of a compressor with buffers (they all start alike), likewise
//   made:NAME      an object that a function initialises first: world.c
//   handle:TYPE    an object of the library: world.c
//   callback[:N]   a function, which returns N
//   same:N         the argument N again
//   null
//   list           the arguments that follow, as a va_list
// Expressions E are sums of products of numbers, aN (argument N, from 1), @N (the integer that
// argument N points to), #N (the length of the text N) and sN (bytes of buffer N).
#include "harness.h"

#include <limits.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <wchar.h>

bool nullGiven, handleGiven;

static const struct Function *current;
static Cell *cells;
static bool done[MOST_ARGUMENTS];
static struct Buffer *of[MOST_ARGUMENTS];
static struct Buffer *inner[MOST_ARGUMENTS]; // what a cell points to
static uint64_t state, contentSeed;
static bool atStart;

static void make(size_t index);

static uint64_t below(uint64_t limit) {
  return randomNumber(&state) % limit;
}

static long long numberIn(size_t index) {
  const struct Parameter *const parameter = &current->parameters[index];
  long long value = 0;
  memcpy(&value, cells[index + 1], parameter->size < 8 ? parameter->size : 8);
  if (parameter->how == 'i' && parameter->size == 4)
    value = (int)value;
  return value;
}

static void *pointerIn(size_t index) {
  void *pointer;
  memcpy(&pointer, cells[index + 1], sizeof pointer);
  return pointer;
}

static long long atom(const char **text) {
  const char what = **text;
  if (what == 'a' || what == '@' || what == '#' || what == 's')
    ++*text;
  const long long number = strtoll(*text, (char **)text, 0);
  if (what != 'a' && what != '@' && what != '#' && what != 's')
    return number;
  const size_t index = (size_t)number - 1;
  make(index);
  const struct Parameter *const parameter = &current->parameters[index];
  if (what == 'a')
    return numberIn(index);
  void *const pointer = pointerIn(index);
  if (pointer == NULL)
    return 0;
  if (what == 's')
    return of[index] == NULL ? 0 : (long long)of[index]->size;
  if (what == '#')
    return parameter->pointee == sizeof(wchar_t) ? (long long)wcslen(pointer)
                                                 : (long long)strlen(pointer);
  long long value = 0;
  memcpy(&value, pointer, parameter->pointee < 8 ? parameter->pointee : 8);
  return value;
}

static long long evaluate(const char *text) {
  long long sum = 0;
  for (;;) {
    long long product = atom(&text);
    while (*text == '*') {
      ++text;
      product *= atom(&text);
    }
    sum += product;
    if (*text != '+')
      return sum;
    ++text;
  }
}

static size_t sizeOf(const char *text) {
  const long long value = evaluate(text);
  return value < 0 ? 0 : (size_t)value;
}

static long long anInteger(void) {
  switch (below(8)) {
  case 0:
    return 0;
  case 1:
    return -1;
  case 2: {
    static const long long limits[] = {INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, 127,
                                       128,     255,     256,      65535};
    return limits[below(sizeof limits / sizeof *limits)];
  }
  case 3:
    return (long long)randomNumber(&state);
  default:
    return (long long)below(40) - 4;
  }
}

static long long makeNumber(const struct Parameter *parameter) {
  const char *const kind = parameter->kind;
  if (strcmp(kind, "size") == 0)
    return (long long)(below(4) == 0 ? below(600) : below(40));
  if (strcmp(kind, "char") == 0)
    return below(12) == 0 ? -1 : (long long)(below(3) == 0 ? below(256) : below(128));
  if (strcmp(kind, "wide") == 0)
    return below(12) == 0 ? -1 : (long long)(below(3) == 0 ? below(0x11000) : below(128));
  if (strncmp(kind, "fd", 2) == 0)
    return descriptorOf(kind + (kind[2] == ':' ? 3 : 2), randomNumber(&state));
  if (strncmp(kind, "is:", 3) == 0)
    return evaluate(kind + 3);
  if (strcmp(kind, "of") == 0)
    return parameter->values[below(parameter->valueCount)];
  if (strcmp(kind, "self") == 0)
    return (long long)pthread_self();
  long long from, to;
  if (sscanf(kind, "range:%lld:%lld", &from, &to) == 2)
    return from + (long long)below((uint64_t)(to - from) + 1);
  return anInteger();
}

// ---- texts

static size_t randomText(char *to, size_t most) {
  static const char *const likely[] = {
      "12",        "-7",  "0x1f",      "1.5e3",    "a=b",        "x:y:z", "a,b c",
      "inf",       "0",   "127.0.0.1", "::1",      "localhost",  "root",  "nobody",
      "ro,size=3", "*a?", "[a-c]",     "UTF-8",    "C",          "",      "the quick fox",
      "a\tb\nc",   "%d",  "tcp",       "12:30:59", "2024-02-29", "http",  "ab"};
  if (below(3) == 0) {
    const char *const text = likely[below(sizeof likely / sizeof *likely)];
    const size_t length = strlen(text) < most ? strlen(text) : most;
    memcpy(to, text, length);
    to[length] = 0;
    return length;
  }
  static const char letters[] = "aaabcxyzAZ0123456789 .,:=-+_\t*?%\xc3\xa4\xff";
  size_t length = below(4) == 0 ? below(90) : below(12);
  length = length < most ? length : most;
  for (size_t i = 0; i < length; ++i)
    to[i] = letters[below(sizeof letters - 1)];
  to[length] = 0;
  return length;
}

static struct Buffer *fresh(size_t bytes, size_t align, int argument) {
  return newBuffer(bytes, align, argument, contentSeed, atStart);
}

static void fill(struct Buffer *buffer, const void *content, size_t bytes) {
  memcpy(buffer->start, content, bytes < buffer->size ? bytes : buffer->size);
}

static struct Buffer *makeText(const char *text, int argument) {
  struct Buffer *const buffer = fresh(strlen(text) + 1, 1, argument);
  fill(buffer, text, strlen(text) + 1);
  return buffer;
}

static struct Buffer *makeWideText(int argument) {
  char narrow[128];
  const size_t length = randomText(narrow, 100);
  wchar_t wide[128];
  for (size_t i = 0; i <= length; ++i)
    wide[i] = (unsigned char)narrow[i] == 0xc3 ? 0x20ac : (unsigned char)narrow[i];
  struct Buffer *const buffer = fresh((length + 1) * sizeof(wchar_t), sizeof(wchar_t), argument);
  fill(buffer, wide, (length + 1) * sizeof(wchar_t));
  return buffer;
}

static struct Buffer *oneOf(const char *texts, int argument) {
  size_t count = 1;
  for (const char *at = texts; *at; ++at)
    count += *at == '|';
  size_t chosen = below(count);
  while (chosen-- > 0)
    texts = strchr(texts, '|') + 1;
  char text[256];
  snprintf(text, sizeof text, "%.*s", (int)strcspn(texts, "|"), texts);
  return makeText(text, argument);
}

// ---- structs

static bool fillKnown(const char *type, unsigned char *at) {
  if (type == NULL)
    return false;
  if (strcmp(type, "tm") == 0) {
    int fields[9] = {(int)below(61),     (int)below(60),  (int)below(24),
                     1 + (int)below(28), (int)below(12),  (int)below(200),
                     (int)below(7),      (int)below(366), (int)below(3) - 1};
    memcpy(at, fields, sizeof fields);
    memset(at + sizeof fields, 0, 56 - sizeof fields);
    return true;
  }
  if (strcmp(type, "timespec") == 0 || strcmp(type, "timeval") == 0) {
    const long fields[2] = {(long)below(2), (long)below(1000000)};
    memcpy(at, fields, sizeof fields);
    return true;
  }
  if (strcmp(type, "itimerspec") == 0 || strcmp(type, "itimerval") == 0) {
    const long fields[4] = {0, 0, 100 + (long)below(100), 0};
    memcpy(at, fields, sizeof fields);
    return true;
  }
  return false;
}

static void fillStruct(const struct Parameter *parameter, unsigned char *at) {
  if (parameter->type != NULL && fillKnown(parameter->type, at))
    return;
  const bool zero = below(4) == 0;
  for (size_t i = 0; i < parameter->fieldCount; ++i) {
    const struct Field *const field = &parameter->fields[i];
    if (field->how == 'p' || zero) {
      memset(at + field->offset, 0, field->size);
    } else if (field->how == 'f') {
      if (field->size == sizeof(double)) {
        const double value = (double)(long long)below(2000) / 8 - 100;
        memcpy(at + field->offset, &value, sizeof value);
      }
    } else if (below(3) != 0) {
      const long long value = anInteger();
      memcpy(at + field->offset, &value, field->size < 8 ? field->size : 8);
    }
  }
}

static struct Buffer *makeObjects(const struct Parameter *parameter, size_t count, int argument) {
  const size_t size = parameter->pointee == 0 ? 64 : parameter->pointee;
  struct Buffer *const buffer = fresh(size * count, parameter->align, argument);
  unsigned char *const whole = calloc(count + 1, size);
  for (size_t i = 0; i < count; ++i)
    for (size_t byte = 0; byte < size; ++byte)
      whole[i * size + byte] = (unsigned char)randomNumber(&state);
  for (size_t i = 0; i < count; ++i)
    if (parameter->fieldCount != 0 || parameter->type != NULL)
      fillStruct(parameter, whole + i * size);
    else if (below(2) == 0 && size <= 8) {
      const long long value = anInteger();
      memcpy(whole + i * size, &value, size);
    }
  fill(buffer, whole, size * count);
  free(whole);
  return buffer;
}

static struct Buffer *makeVectors(size_t count, int argument) {
  if (count > 8)
    count = 8;
  struct iovec vectors[8];
  for (size_t i = 0; i < count; ++i) {
    const size_t bytes = below(40);
    vectors[i].iov_base = fresh(bytes, 1, argument)->start;
    vectors[i].iov_len = bytes;
  }
  struct Buffer *const buffer = fresh(count * sizeof *vectors, 8, argument);
  fill(buffer, vectors, count * sizeof *vectors);
  return buffer;
}

static struct msghdr aMessage(int argument) {
  struct msghdr message = {0};
  message.msg_iovlen = below(4);
  message.msg_iov = (struct iovec *)makeVectors(message.msg_iovlen, argument)->start;
  if (below(2) == 0) {
    message.msg_namelen = (socklen_t)below(128);
    message.msg_name = fresh(message.msg_namelen, 8, argument)->start;
  }
  if (below(2) == 0) {
    message.msg_controllen = below(64) / 8 * 8;
    message.msg_control = fresh(message.msg_controllen, 8, argument)->start;
    if (message.msg_controllen >= 16)
      memset(message.msg_control, 0, message.msg_controllen);
  }
  return message;
}

static struct Buffer *makeMessage(int argument) {
  const struct msghdr message = aMessage(argument);
  struct Buffer *const buffer = fresh(sizeof message, 8, argument);
  fill(buffer, &message, sizeof message);
  return buffer;
}

static struct Buffer *makeMessages(size_t count, int argument) {
  struct mmsghdr messages[4] = {0};
  for (size_t i = 0; i < count; ++i)
    messages[i].msg_hdr = aMessage(argument);
  struct Buffer *const buffer = fresh(count * sizeof *messages, 8, argument);
  fill(buffer, messages, count * sizeof *messages);
  return buffer;
}

static struct Buffer *makeAddress(size_t bytes, int argument) {
  struct Buffer *const buffer = fresh(bytes, 8, argument);
  static const sa_family_t families[] = {AF_INET, AF_INET6, AF_UNIX, 77};
  struct sockaddr_in address = {.sin_family = families[below(4)]};
  address.sin_port = htons((uint16_t)below(3) * 4000);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  fill(buffer, &address, sizeof address);
  return buffer;
}

static struct Buffer *makeName(int argument) {
  unsigned char name[64];
  size_t length = 0;
  for (size_t labels = below(4); labels > 0; --labels) {
    const size_t letters = 1 + below(8);
    name[length++] = (unsigned char)letters;
    for (size_t i = 0; i < letters; ++i)
      name[length++] = (unsigned char)('a' + below(26));
  }
  name[length++] = 0;
  struct Buffer *const buffer = fresh(length, 1, argument);
  fill(buffer, name, length);
  return buffer;
}

/// zlib, bzip2 and lzma have the pointers and sizes of both buffers at the same places.
static struct Buffer *makeStream(const struct Parameter *parameter, int argument) {
  const uint32_t in = (uint32_t)below(60), out = (uint32_t)below(90);
  const unsigned char *const from = fresh(in, 1, argument)->start;
  const unsigned char *const to = fresh(out, 1, argument)->start;
  struct Buffer *const buffer = fresh(parameter->pointee, 8, argument);
  buffer->fixed = true;
  memset(buffer->start, 0, buffer->size);
  memcpy(buffer->start, &from, sizeof from);
  memcpy(buffer->start + 8, &in, sizeof in);
  memcpy(buffer->start + 24, &to, sizeof to);
  memcpy(buffer->start + 32, &out, sizeof out);
  return buffer;
}

static struct Buffer *makeTextVector(size_t bytes, int argument) {
  struct Buffer *const buffer = fresh(bytes, 1, argument);
  for (size_t i = 0; i < buffer->size; ++i)
    buffer->start[i] = i + 1 == buffer->size ? 0 : (unsigned char)"abx=y\0"[below(6)];
  return buffer;
}

static struct Buffer *makeTexts(const struct Parameter *parameter, int argument) {
  struct Buffer *const buffer = fresh(parameter->pointee, parameter->align, argument);
  memset(buffer->start, 0, buffer->size);
  for (size_t i = 0; i < parameter->fieldCount; ++i)
    if (parameter->fields[i].how == 'p') {
      char text[128];
      randomText(text, 20);
      unsigned char *const start = makeText(text, argument)->start;
      memcpy(buffer->start + parameter->fields[i].offset, &start, sizeof start);
    }
  return buffer;
}

// ---- pointers

static struct Buffer *makePointee(const struct Parameter *parameter, const char *kind,
                                  int argument);

static struct Buffer *makeCell(const struct Parameter *parameter, const char *kind, int argument) {
  void *to = NULL;
  if (strcmp(kind, "null") != 0) {
    inner[argument] = makePointee(parameter, kind, argument);
    to = inner[argument]->start;
  }
  struct Buffer *const buffer = fresh(sizeof to, sizeof to, argument);
  fill(buffer, &to, sizeof to);
  return buffer;
}

static struct Buffer *makeVector(int argument) {
  char *texts[5] = {NULL};
  const size_t count = 1 + below(3);
  for (size_t i = 0; i < count; ++i) {
    char text[128];
    randomText(text, 20);
    texts[i] = (char *)makeText(text, argument)->start;
  }
  struct Buffer *const buffer = fresh((count + 1) * sizeof *texts, sizeof *texts, argument);
  fill(buffer, texts, (count + 1) * sizeof *texts);
  return buffer;
}

static struct Buffer *makePointee(const struct Parameter *parameter, const char *kind,
                                  int argument) {
  char text[256];
  if (strcmp(kind, "text") == 0) {
    randomText(text, 100);
    return makeText(text, argument);
  }
  if (strcmp(kind, "wtext") == 0)
    return makeWideText(argument);
  if (strncmp(kind, "path", 4) == 0)
    return makeText(pathOf(kind + (kind[4] == ':' ? 5 : 4), randomNumber(&state)), argument);
  if (strncmp(kind, "string:", 7) == 0)
    return oneOf(kind + 7, argument);
  if (strncmp(kind, "bytes:", 6) == 0)
    return fresh(sizeOf(kind + 6), parameter->align, argument);
  if (strncmp(kind, "room:", 5) == 0) {
    struct Buffer *const buffer = fresh(sizeOf(kind + 5), 1, argument);
    if (buffer->size > 0)
      fill(buffer, text, randomText(text, buffer->size - 1 < 100 ? buffer->size - 1 : 100) + 1);
    return buffer;
  }
  if (strncmp(kind, "array:", 6) == 0)
    return makeObjects(parameter, sizeOf(kind + 6), argument);
  if (strncmp(kind, "number:", 7) == 0) {
    const long long value = evaluate(kind + 7);
    struct Buffer *const buffer = fresh(parameter->pointee, parameter->align, argument);
    fill(buffer, &value, parameter->pointee);
    return buffer;
  }
  if (strncmp(kind, "cell:", 5) == 0)
    return makeCell(parameter, kind + 5, argument);
  if (strcmp(kind, "vector") == 0)
    return makeVector(argument);
  long long from, to;
  if (sscanf(kind, "some:%lld:%lld", &from, &to) == 2) {
    const long long value = from + (long long)below((uint64_t)(to - from) + 1);
    struct Buffer *const buffer = fresh(parameter->pointee, parameter->align, argument);
    fill(buffer, &value, parameter->pointee);
    return buffer;
  }
  if (strncmp(kind, "zeros:", 6) == 0) {
    struct Buffer *const buffer = fresh(sizeOf(kind + 6), 8, argument);
    memset(buffer->start, 0, buffer->size);
    return buffer;
  }
  if (strncmp(kind, "wroom:", 6) == 0) {
    struct Buffer *const buffer =
        fresh(sizeOf(kind + 6) * sizeof(wchar_t), sizeof(wchar_t), argument);
    const size_t length = randomText(text, buffer->size / sizeof(wchar_t) - 1 < 100 ? 20 : 100);
    for (size_t i = 0; i <= length; ++i)
      ((wchar_t *)(void *)buffer->start)[i] = (unsigned char)text[i];
    return buffer;
  }
  if (strncmp(kind, "argz:", 5) == 0)
    return makeTextVector(sizeOf(kind + 5), argument);
  if (strcmp(kind, "name") == 0)
    return makeName(argument);
  if (strncmp(kind, "address:", 8) == 0)
    return makeAddress(sizeOf(kind + 8), argument);
  if (strcmp(kind, "texts") == 0)
    return makeTexts(parameter, argument);
  if (strncmp(kind, "mmsghdr:", 8) == 0)
    return makeMessages(sizeOf(kind + 8), argument);
  if (strncmp(kind, "iovec:", 6) == 0)
    return makeVectors(sizeOf(kind + 6), argument);
  if (strcmp(kind, "msghdr") == 0)
    return makeMessage(argument);
  if (strncmp(kind, "stream:", 7) == 0)
    return makeStream(parameter, argument);
  if (strncmp(kind, "made:", 5) == 0) {
    struct Buffer *const buffer = fresh(parameter->pointee, parameter->align, argument);
    memset(buffer->start, 0, buffer->size);
    buffer->fixed = true;
    return buffer;
  }
  return makeObjects(parameter, 1, argument);
}

static bool mayBeNull(const struct Parameter *parameter) {
  return !parameter->nonnull && strncmp(parameter->kind, "made:", 5) != 0 &&
         strncmp(parameter->kind, "stream:", 7) != 0;
}

static void *makePointer(const struct Parameter *parameter, size_t index) {
  const char *const kind = parameter->kind;
  if (strncmp(kind, "callback", 8) == 0)
    return parameter->callback;
  if (strcmp(kind, "null") == 0 || strcmp(kind, "list") == 0)
    return NULL;
  if (strncmp(kind, "handle:", 7) == 0) {
    handleGiven = true;
    return NULL; // makeHandles() makes it
  }
  if (strncmp(kind, "same:", 5) == 0) {
    const size_t other = (size_t)atoi(kind + 5) - 1;
    make(other);
    of[index] = of[other];
    return pointerIn(other);
  }
  if (strncmp(kind, "in:", 3) == 0 || strncmp(kind, "end:", 4) == 0) {
    const size_t other = (size_t)atoi(strchr(kind, ':') + 1) - 1;
    make(other);
    const struct Buffer *const buffer = inner[other] != NULL ? inner[other] : of[other];
    if (buffer == NULL)
      return NULL;
    return buffer->start +
           (kind[0] == 'e' || buffer->size == 0 ? buffer->size : below(buffer->size));
  }
  if (mayBeNull(parameter) && below(10) == 0) {
    nullGiven = true;
    return NULL;
  }
  of[index] = makePointee(parameter, kind, (int)index);
  return of[index]->start;
}

static void makeFloat(const struct Parameter *parameter, unsigned char *at) {
  static const double likely[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1e300, 1e-300, 1e9, 3.7, -2.5, 1e20};
  double value = likely[below(sizeof likely / sizeof *likely)];
  if (below(2) == 0)
    value = ((double)(long long)below(2000000) - 1000000) / 1024;
  else if (below(8) == 0)
    value = below(2) == 0 ? __builtin_inf() : __builtin_nan("");
  if (parameter->size == sizeof(float)) {
    const float narrow = (float)value;
    memcpy(at, &narrow, sizeof narrow);
  } else if (parameter->size == sizeof(double)) {
    memcpy(at, &value, sizeof value);
  } else {
    const long double wide = value;
    memcpy(at, &wide, sizeof wide);
  }
}

static void make(size_t index) {
  if (done[index])
    return;
  done[index] = true;
  const struct Parameter *const parameter = &current->parameters[index];
  unsigned char *const cell = cells[index + 1];
  memset(cell, 0, CELL);
  if (parameter->how == 'p') {
    void *const pointer = makePointer(parameter, index);
    memcpy(cell, &pointer, sizeof pointer);
  } else if (parameter->how == 'f') {
    makeFloat(parameter, cell);
  } else if (parameter->how == 's') {
    fillStruct(parameter, cell);
  } else {
    const long long value = makeNumber(parameter);
    memcpy(cell, &value, 8);
    addToPool((uint64_t)value);
  }
}

void makeArguments(const struct Function *function, Cell *into, uint64_t seed) {
  clearArena();
  preparePool();
  current = function;
  cells = into;
  nullGiven = handleGiven = false;
  state = seed;
  contentSeed = mixed(seed, 5);
  atStart = below(5) == 0;
  memset(done, 0, sizeof done);
  memset(of, 0, sizeof of);
  memset(inner, 0, sizeof inner);
  memset(cells[0], 0, CELL);
  for (size_t i = 0; i < function->count; ++i)
    make(i);
  for (size_t i = 0; i < bufferCount; ++i) {
    addToPool(buffers[i].size);
    if (buffers[i].size > 0)
      addToPool(buffers[i].size - 1);
  }
}

bool makeHandles(const struct Function *function, Cell *into, bool real) {
  bool all = true;
  for (size_t i = 0; i < function->count; ++i) {
    const char *const kind = function->parameters[i].kind;
    void *object;
    memcpy(&object, into[i + 1], sizeof object);
    if (strncmp(kind, "handle:", 7) == 0) {
      object = makeHandle(kind + 7, real);
      memcpy(into[i + 1], &object, sizeof object);
      all &= object != NULL && object != (void *)-1;
    } else if (strncmp(kind, "made:", 5) == 0 && object != NULL) {
      all &= prepareObject(kind + 5, object, function->parameters[i].pointee, real);
    } else if (strncmp(kind, "stream:", 7) == 0 && object != NULL) {
      all &= prepareStream(kind + 7, object, function->parameters[i].pointee, real);
    }
  }
  return all;
}
