// VERDICT: race
//
// What the string functions do to their arguments counts as accesses of the caller.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct user {
  char name[16];
  char home[32];
};

static struct user user;

static void *relabel(void *arg) {
  struct user *u = arg;
  strcpy(u->name, "root"); // ACCESS: write 'u->name' @3 by strcpy
  snprintf(u->home, sizeof u->home, "/home/%s", u->name); // ACCESS: write 'u->home' @3 by snprintf, read 'u->name' @3 by snprintf
  return NULL;
}

int main(void) {
  pthread_t t;
  char copy[32];
  memset(&user, 0, sizeof user); // ACCESS: write 'user' @3 by memset
  pthread_create(&t, NULL, relabel, &user); // ACCESS: write 't' @3 by pthread_create
  size_t length = strlen(user.name); // ACCESS: read 'user.name' @19 by strlen
  memset(copy, 0, sizeof copy); // ACCESS: write 'copy' @3 by memset
  strncat(copy, user.home, 5); // ACCESS: read 'copy' @3 by strncat, write 'copy' @3 by strncat, read 'user.home' @3 by strncat
  memmove(copy + 1, copy, 5); // ACCESS: write 'copy[1]' @3 by memmove, read 'copy' @3 by memmove
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)length + strcmp(copy, user.home); // ACCESS: read 'copy' @24 by strcmp, read 'user.home' @24 by strcmp
}
