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
  strcpy(u->name, "root");
  snprintf(u->home, sizeof u->home, "/home/%s", u->name);
  return NULL;
}

int main(void) {
  pthread_t t;
  char copy[32];
  memset(&user, 0, sizeof user);
  pthread_create(&t, NULL, relabel, &user);
  size_t length = strlen(user.name);
  memset(copy, 0, sizeof copy);
  strncat(copy, user.home, 5);
  memmove(copy + 1, copy, 5);
  pthread_join(t, NULL);
  return (int)length + strcmp(copy, user.home);
}
