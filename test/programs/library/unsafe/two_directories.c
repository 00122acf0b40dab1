// VERDICT: race-free
// VERDICT-POSIX: race
// BY: readdir
//
// Each thread has a directory stream.
#define _GNU_SOURCE
#include "pair.h"

#include <dirent.h>

static DIR *folder, *another;
__attribute__((constructor)) static void openBoth(void) {
  folder = opendir(".");
  another = opendir("..");
}

static void first(void) {
  if (folder != NULL)
    readdir(folder);
}

static void second(void) {
  if (another != NULL)
    readdir(another);
}
