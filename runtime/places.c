/* The place of a hook's caller: from ThreadSanitizer's symboliser, asked once for each place. */
#include "raceward_runtime.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kMostPlaces = 1 << 14 };

static struct rw_where known[kMostPlaces];
static void *keys[kMostPlaces];
static char busy;

static unsigned *lines;   /* current lines of the schedule's places */
static int *column_moves; /* how far the line's text has moved */

void rw_clear(void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    ((volatile char *)memory)[i] = 0;
}

int rw_equal(const void *a, const void *b, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    if (((const char *)a)[i] != ((const char *)b)[i])
      return 0;
  return 1;
}

int rw_same(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}

const char *rw_base_name(const char *path) {
  const char *name = path;
  for (; *path; ++path)
    if (*path == '/')
      name = path + 1;
  return name;
}

unsigned rw_line_of(unsigned place) {
  return lines[place];
}

static void copy(char *to, size_t bytes, const char *from) {
  size_t i = 0;
  for (; from[i] && i + 1 < bytes; ++i)
    to[i] = from[i];
  to[i] = 0;
}

static unsigned place_at(const struct rw_where *where) {
  const struct raceward_schedule *s = &raceward_schedule;
  for (unsigned i = 0; i < s->place_count; ++i)
    if (lines[i] == where->line && lines[i] != 0 &&
        s->places[i].column + column_moves[i] == where->column &&
        rw_same(rw_base_name(s->places[i].file), where->file))
      return i;
  return RW_NOBODY;
}

/* No C library here: calls of it go through the runtime, which would ask for their places. */
static char *after_line(char *text) {
  while (*text && *text != '\n')
    ++text;
  if (!*text)
    return text;
  *text = 0;
  return text + 1;
}

static unsigned number_in(const char *text) {
  unsigned value = 0;
  for (; *text >= '0' && *text <= '9'; ++text)
    value = value * 10 + (unsigned)(*text - '0');
  return value;
}

int rw_begins(const char *text, const char *with) {
  while (*with && *text == *with)
    ++text, ++with;
  return !*with;
}

/* The answer has the function, the file, the line and the column on separate lines. */
static void ask(void *pc, struct rw_where *where) {
  char text[1024];
  text[0] = 0;
  __sanitizer_symbolize_pc(pc, "%f\n%s\n%l\n%c\n", text, sizeof text);
  text[sizeof text - 1] = 0;
  char *file = after_line(text);
  char *line = after_line(file);
  char *column = after_line(line);
  after_line(column);
  where->pc = pc;
  copy(where->function, sizeof where->function, text);
  copy(where->file, sizeof where->file, rw_base_name(file));
  where->line = number_in(line);
  where->column = number_in(column);
  where->place = place_at(where);
  where->is_section = rw_begins(where->function, "__VERIFIER_atomic_") &&
                      !rw_same(where->function, "__VERIFIER_atomic_begin") &&
                      !rw_same(where->function, "__VERIFIER_atomic_end");
}

const struct rw_where *rw_where_of(void *pc) {
  size_t slot = ((size_t)pc * 0x9e3779b97f4a7c15ull) >> 50;
  for (;; slot = (slot + 1) % kMostPlaces) {
    void *key = __atomic_load_n(&keys[slot], __ATOMIC_ACQUIRE);
    if (key == pc)
      return &known[slot];
    if (!key)
      break;
  }
  while (__atomic_test_and_set(&busy, __ATOMIC_ACQUIRE))
    syscall(SYS_sched_yield);
  for (; keys[slot]; slot = (slot + 1) % kMostPlaces)
    if (keys[slot] == pc)
      break;
  if (!keys[slot]) {
    ask(pc, &known[slot]);
    __atomic_store_n(&keys[slot], pc, __ATOMIC_RELEASE);
  }
  __atomic_clear(&busy, __ATOMIC_RELEASE);
  return &known[slot];
}

/* -- lines that have moved ------------------------------------------------------------------ */

static char *content_of(const char *file) {
  const int fd = open(file, O_RDONLY);
  if (fd < 0)
    return 0;
  size_t size = 0;
  size_t room = 1 << 16;
  char *text = __real_malloc(room);
  for (ssize_t got; text && (got = read(fd, text + size, room - size - 1)) > 0;) {
    size += (size_t)got;
    if (size + 1 == room)
      text = realloc(text, room *= 2);
  }
  close(fd);
  if (text)
    text[size] = 0;
  return text;
}

static unsigned indentation(const char *line) {
  unsigned n = 0;
  while (line[n] == ' ' || line[n] == '\t')
    ++n;
  return n;
}

/* `line` ends with its line break; `wanted` is a string. */
static int has_text(const char *line, const char *wanted) {
  line += indentation(line);
  wanted += indentation(wanted);
  while (*wanted && *wanted == *line)
    ++wanted, ++line;
  while (*wanted == ' ' || *wanted == '\t' || *wanted == '\r')
    ++wanted;
  while (*line == ' ' || *line == '\t' || *line == '\r')
    ++line;
  return !*wanted && (!*line || *line == '\n');
}

/* Of all lines with the text, the one nearest to the expected position. */
static void find_line(unsigned place, const char *content, long expected) {
  const char *text = raceward_schedule.places[place].text;
  long nearest = -1;
  unsigned number = 1;
  for (const char *line = content; line; ++number) {
    if (has_text(line, text)) {
      const long distance = labs((long)number - expected);
      if (nearest < 0 || distance < nearest) {
        nearest = distance;
        lines[place] = number;
        column_moves[place] = (int)indentation(line) - (int)indentation(text);
      }
    }
    line = strchr(line, '\n');
    if (line)
      ++line;
  }
  if (nearest < 0)
    lines[place] = 0; /* it is gone, and so are its steps */
}

/* Places are sorted by file and line: a line has moved by as much as the one before it. */
void rw_find_lines(void) {
  const struct raceward_schedule *s = &raceward_schedule;
  lines = __real_calloc(s->place_count + 1, sizeof *lines);
  column_moves = __real_calloc(s->place_count + 1, sizeof *column_moves);
  char *content = 0;
  const char *file = 0;
  long moved = 0;
  for (unsigned i = 0; i < s->place_count; ++i) {
    const struct raceward_place *place = &s->places[i];
    lines[i] = place->line;
    if (!file || !rw_same(file, place->file)) {
      free(content);
      file = place->file;
      content = content_of(file);
      moved = 0;
    }
    if (!content || !place->text)
      continue;
    find_line(i, content, (long)place->line + moved);
    if (lines[i])
      moved = (long)lines[i] - (long)place->line;
  }
  free(content);
}
