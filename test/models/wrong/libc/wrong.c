// Models that are wrong, each in another way, and some that are right: `expected` says what the
// test must say of each.
#include "model.h"

#include <mntent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>

// It does not read what the kernel reads.
int access(const char *path, int mode) {
  return model_status();
}

// It writes too little of a struct.
int stat(const char *path, struct stat *to) {
  raceward_reads_text(path);
  raceward_writes(to, 100);
  return model_status();
}

// It reads what the function writes.
int uname(struct utsname *to) {
  raceward_reads(to, sizeof *to);
  return model_status();
}

// It writes all but the last of some elements.
wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i] != 0; ++i)
    to[i] = from[i];
  return to;
}

// It reads a buffer only up to where it knows the answer, but the function reads on.
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

// It does not call back.
void qsort_r(void *from, size_t count, size_t size,
             int (*order)(const void *, const void *, void *), void *with) {
  raceward_reads(from, count * size);
  raceward_writes(from, count * size);
}

// It does not follow a pointer in a struct.
char *hasmntopt(const struct mntent *entry, const char *option) {
  raceward_reads_text(option);
  raceward_reads(&entry->mnt_fsname, sizeof entry->mnt_fsname);
  raceward_reads(&entry->mnt_freq, sizeof entry->mnt_freq);
  return raceward_any_bool() ? NULL : raceward_kept();
}

// It leaves out a part of what the result depends on.
int sigisemptyset(const sigset_t *set) {
  raceward_reads((const char *)set + 4, sizeof *set - 4);
  return raceward_any_bool();
}

// Its result is wrong.
size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != 0)
    ++length;
  return length + 1;
}

// It does not fail.
int rmdir(const char *path) {
  raceward_reads_text(path);
  return 0;
}

// What it writes is wrong.
wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; ++i)
    to[i] = value ^ 1;
  return to;
}

// It never returns as many bytes as the function.
ssize_t read(int file, void *to, size_t bytes) {
  raceward_writes(to, bytes);
  const ssize_t count = model_count(bytes);
  raceward_assume(count < 1);
  return count;
}

// It writes what the function does not write.
int utime(const char *path, const struct utimbuf *times) {
  raceward_reads_text(path);
  if (times != NULL)
    raceward_writes((struct utimbuf *)times, sizeof *times);
  return model_status();
}

// It sets no error number.
int chdir(const char *path) {
  raceward_reads_text(path);
  return -(int)raceward_any_bool();
}

// It takes no null pointer.
char *realpath(const char *path, char *to) {
  raceward_reads_text(path);
  *to = 0;
  raceward_writes(to, 4096);
  return model_status() == 0 ? to : NULL;
}

int chmod(const char *path, mode_t mode) {
  raceward_gap("not modelled");
}

// These are right.
wchar_t *wcschr(const wchar_t *text, wchar_t wanted) {
  for (;; ++text) {
    if (*text == wanted)
      return (wchar_t *)text;
    if (*text == 0)
      return NULL;
  }
}
ssize_t pread(int file, void *to, size_t bytes, off_t offset) {
  raceward_writes(to, bytes);
  return model_count(bytes);
}
int lstat(const char *path, struct stat *to) {
  raceward_reads_text(path);
  raceward_writes(to, sizeof *to);
  return model_status();
}
