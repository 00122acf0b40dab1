// Functions that use a stream without its lock: two threads that do race on its state, unless both
// hold the lock (flockfile). Functions that lock meet them there, too (raceward_uses_stream).
#include "stream.h"

#include <wchar.h>

int getc_unlocked(FILE *stream) {
  model_use_unlocked(stream);
  return getc(stream);
}
int fgetc_unlocked(FILE *stream) {
  model_use_unlocked(stream);
  return fgetc(stream);
}
int getchar_unlocked(void) {
  state_of_stdin.state = 0;
  return getchar();
}
int putc_unlocked(int c, FILE *stream) {
  model_use_unlocked(stream);
  return putc(c, stream);
}
int fputc_unlocked(int c, FILE *stream) {
  model_use_unlocked(stream);
  return fputc(c, stream);
}
int putchar_unlocked(int c) {
  state_of_stdout.state = 0;
  return putchar(c);
}
int _IO_putc_unlocked(int c, FILE *stream) {
  model_use_unlocked(stream);
  return putc(c, stream);
}
int _IO_getc_unlocked(FILE *stream) {
  model_use_unlocked(stream);
  return getc(stream);
}
void clearerr_unlocked(FILE *stream) {
  model_use_unlocked(stream);
  clearerr(stream);
}
int feof_unlocked(FILE *stream) {
  raceward_reads(&model_stream_of(stream)->state, 1);
  return feof(stream);
}
int ferror_unlocked(FILE *stream) {
  raceward_reads(&model_stream_of(stream)->state, 1);
  return ferror(stream);
}
int fflush_unlocked(FILE *stream) {
  if (stream != NULL)
    model_use_unlocked(stream);
  return fflush(stream);
}
char *fgets_unlocked(char *to, int size, FILE *stream) {
  model_use_unlocked(stream);
  return fgets(to, size, stream);
}
char *__fgets_unlocked_chk(char *to, size_t room, int size, FILE *stream) {
  model_use_unlocked(stream);
  return fgets(to, size, stream);
}
int fputs_unlocked(const char *text, FILE *stream) {
  model_use_unlocked(stream);
  return fputs(text, stream);
}
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream) {
  model_use_unlocked(stream);
  return fread(to, size, count, stream);
}
size_t __fread_unlocked_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
  model_use_unlocked(stream);
  return fread(to, size, count, stream);
}
size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
  model_use_unlocked(stream);
  return fwrite(from, size, count, stream);
}
int puts_unlocked(const char *text) {
  state_of_stdout.state = 0;
  return puts(text);
}

wint_t fgetwc_unlocked(FILE *stream) {
  model_use_unlocked(stream);
  return fgetwc(stream);
}
wint_t getwc_unlocked(FILE *stream) {
  model_use_unlocked(stream);
  return fgetwc(stream);
}
wint_t getwchar_unlocked(void) {
  state_of_stdin.state = 0;
  return fgetwc(stdin);
}
wint_t fputwc_unlocked(wchar_t c, FILE *stream) {
  model_use_unlocked(stream);
  return fputwc(c, stream);
}
wint_t putwc_unlocked(wchar_t c, FILE *stream) {
  model_use_unlocked(stream);
  return fputwc(c, stream);
}
wint_t putwchar_unlocked(wchar_t c) {
  state_of_stdout.state = 0;
  return fputwc(c, stdout);
}
wchar_t *fgetws_unlocked(wchar_t *to, int size, FILE *stream) {
  model_use_unlocked(stream);
  return fgetws(to, size, stream);
}
wchar_t *__fgetws_unlocked_chk(wchar_t *to, size_t room, int size, FILE *stream) {
  model_use_unlocked(stream);
  return fgetws(to, size, stream);
}
int fputws_unlocked(const wchar_t *text, FILE *stream) {
  model_use_unlocked(stream);
  return fputws(text, stream);
}
