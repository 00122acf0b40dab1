// Lines of any length, words and blocks.
#include "stream.h"

#include <stdint.h>
#include <stdlib.h>

enum { kFirstLine = 120 }; // as glibc does

static ssize_t read_line(char **line, size_t *size, int end, FILE *stream) {
  if (line == NULL || size == NULL) {
    errno = EINVAL;
    return -1;
  }
  if (*line == NULL || *size == 0) {
    *size = kFirstLine;
    *line = realloc(*line, kFirstLine);
  }
  size_t length = 0;
  for (;;) {
    const int c = fgetc(stream);
    if (c == EOF) {
      if (length == 0)
        return -1;
      break;
    }
    if (length + 2 > *size) {
      *size *= 2;
      *line = realloc(*line, *size);
    }
    (*line)[length++] = (char)c;
    if (c == end)
      break;
  }
  (*line)[length] = 0;
  return (ssize_t)length;
}
ssize_t getline(char **line, size_t *size, FILE *stream) {
  return read_line(line, size, '\n', stream);
}
ssize_t __getline(char **line, size_t *size, FILE *stream) {
  return read_line(line, size, '\n', stream);
}
ssize_t getdelim(char **line, size_t *size, int end, FILE *stream) {
  return read_line(line, size, end, stream);
}
ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream) {
  return read_line(line, size, end, stream);
}

int getw(FILE *stream) {
  int word = 0;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}
int putw(int word, FILE *stream) {
  return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF;
}

// With _FORTIFY_SOURCE.
char *__fgets_chk(char *to, size_t room, int size, FILE *stream) {
  return fgets(to, size, stream);
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
  return fread(to, size, count, stream);
}
char *gets(char *to);
char *__gets_chk(char *to, size_t room) {
  return gets(to);
}

// Behind macros of older headers, which look at the buffer first.
int __uflow(FILE *stream) {
  model_use_unlocked(stream);
  return fgetc(stream);
}
int __underflow(FILE *stream) {
  model_use_unlocked(stream);
  const int c = fgetc(stream);
  return ungetc(c, stream);
}
int __overflow(FILE *stream, int c) {
  model_use_unlocked(stream);
  return c == EOF ? model_end() : fputc(c, stream);
}
int _IO_puts(const char *text) {
  return puts(text);
}
int _IO_fputs(const char *text, FILE *stream) {
  return fputs(text, stream);
}
int _IO_fflush(FILE *stream) {
  return fflush(stream);
}
int _IO_ungetc(int c, FILE *stream) {
  return ungetc(c, stream);
}
int _IO_feof(FILE *stream) {
  return feof(stream);
}
int _IO_ferror(FILE *stream) {
  return ferror(stream);
}
size_t _IO_fread(void *to, size_t size, size_t count, FILE *stream) {
  return fread(to, size, count, stream);
}
size_t _IO_fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  return fwrite(from, size, count, stream);
}
char *_IO_fgets(char *to, int size, FILE *stream) {
  return fgets(to, size, stream);
}
