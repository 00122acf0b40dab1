// Addresses of Ethernet as text, and their table (<netinet/ether.h>). Functions without `_r` have
// one result for all threads.
#include "address_texts.h"
#include "object.h"

#include <netinet/ether.h>

enum { kGroups = 6, kLongest = 3 * kGroups }; // two digits and a colon or the end

static int isHexadecimal(char c) {
  return model_hexadecimal((unsigned char)c) < 16;
}

static int isEnd(char c) {
  return (c == 0) | (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

/// Each number has one digit or two.
static char *textOf(const struct ether_addr *from, char *to) {
  static const char digits[] = "0123456789abcdef";
  size_t length = 0;
  for (int i = 0; i < kGroups; ++i) {
    const unsigned char number = from->ether_addr_octet[i];
    if (number > 15)
      to[length++] = digits[number >> 4];
    to[length++] = digits[number & 15];
    to[length++] = ':';
  }
  to[length - 1] = 0;
  return to;
}

/// It reads as far as there is an address. Null if there is none.
static struct ether_addr *addressIn(const char *text, struct ether_addr *to, const char **end) {
  for (int i = 0; i < kGroups; ++i) {
    if (!isHexadecimal(*text))
      return NULL;
    unsigned number = model_hexadecimal((unsigned char)*text++);
    if (isHexadecimal(*text))
      number = number << 4 | model_hexadecimal((unsigned char)*text++);
    else if (i + 1 == kGroups && !isEnd(*text))
      return NULL;
    if (i + 1 < kGroups && *text++ != ':')
      return NULL;
    to->ether_addr_octet[i] = (unsigned char)number;
  }
  *end = text;
  return to;
}

char *ether_ntoa(const struct ether_addr *from) {
  static char state_of_ether_ntoa[kLongest];
  return textOf(from, state_of_ether_ntoa);
}
char *ether_ntoa_r(const struct ether_addr *from, char *to) {
  return textOf(from, to);
}

struct ether_addr *ether_aton(const char *text) {
  static struct ether_addr state_of_ether_aton;
  const char *end = NULL;
  raceward_writes(&state_of_ether_aton, 1);
  return addressIn(text, &state_of_ether_aton, &end);
}
struct ether_addr *ether_aton_r(const char *text, struct ether_addr *to) {
  const char *end = NULL;
  return addressIn(text, to, &end);
}

/// The size of the buffer for the name is not said.
int ether_ntohost(char *host, const struct ether_addr *from) {
  raceward_reads(from, sizeof *from);
  model_error_number();
  if (raceward_any_failure())
    return -1;
  raceward_writes_all(host);
  return 0;
}
int ether_hostton(const char *host, struct ether_addr *to) {
  raceward_reads_text(host);
  model_error_number();
  if (raceward_any_failure())
    return -1;
  raceward_writes(to, sizeof *to);
  return 0;
}

/// A line of the table: an address, blanks and a name, which goes up to a blank or a comment.
int ether_line(const char *line, struct ether_addr *to, char *host) {
  const char *at = NULL;
  if (addressIn(line, to, &at) == NULL)
    return -1;
  while (*at == ' ' || *at == '\t')
    ++at;
  if (*at == 0 || *at == '#')
    return -1;
  size_t length = 0;
  while (at[length] != 0 && at[length] != '#' && at[length] != ' ' && at[length] != '\t' &&
         at[length] != '\n') {
    host[length] = at[length];
    ++length;
  }
  host[length] = 0;
  return 0;
}
