// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: readdir
//
// A directory stream is one thread's at a time.
#define _GNU_SOURCE
#include "pair.h"

#include <dirent.h>

static DIR *folder;
__attribute__((constructor)) static void openFolder(void) {
  folder = opendir(".");
}

static void first(void) {
  if (folder != NULL)
    readdir(folder);
}

static void second(void) {
  if (folder != NULL)
    readdir(folder);
}
