// VERDICT: race
//
// The thread of the library that looks the name up writes the request; gai_error() says when it is
// done, and the program does not ask.
#define _GNU_SOURCE
#include <netdb.h>
#include <stddef.h>

int main(void) {
  static struct gaicb request = {.ar_name = "host"};
  struct gaicb *requests[] = {&request};
  getaddrinfo_a(GAI_NOWAIT, requests, 1, NULL);
  return request.ar_result != NULL;
}
