// Network addresses: byte order, text, and interfaces (<arpa/inet.h>, <net/if.h>, <ifaddrs.h>).
//
// glibc keeps the text of inet_ntoa() for each thread. Parts of addresses are in network order,
// which is the other one than that of the machine.
#include "address_texts.h"
#include "text.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#undef htons
#undef htonl
#undef ntohs
#undef ntohl

static uint16_t swapped16(uint16_t value) {
  return (uint16_t)(value << 8 | value >> 8);
}
static uint32_t swapped32(uint32_t value) {
  return value << 24 | (value & 0xff00) << 8 | (value >> 8 & 0xff00) | value >> 24;
}

uint16_t htons(uint16_t value) {
  return swapped16(value);
}
uint16_t ntohs(uint16_t value) {
  return swapped16(value);
}
uint32_t htonl(uint32_t value) {
  return swapped32(value);
}
uint32_t ntohl(uint32_t value) {
  return swapped32(value);
}

// -- text --------------------------------------------------------------------------------------

static size_t sizeOf(int family) {
  return family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr);
}

/// One to four numbers as C writes them. The last one has the bytes of those that are missing. What
/// follows a space does not matter. In the order of the network.
static int parsesNumbers(const char *text, uint32_t *to) {
  const size_t length = raceward_reads_text(text);
  uint64_t number = 0;
  uint32_t address = 0; // without the last number
  unsigned digits = 0;
  unsigned base = 10;
  unsigned dots = 0;
  int isOver = 0; // there was a space
  int isBad = 0;
  for (size_t i = 0; i < length; ++i) {
    const unsigned char c = (unsigned char)text[i];
    isOver |= ((c == ' ') | ((c >= '\t') & (c <= '\r'))) & (digits != 0);
    const int isPart = !isOver;
    const int isDot = isPart & (c == '.');
    const int isX = isPart & ((c | 32) == 'x') & (base == 8) & (digits == 1);
    const unsigned value = model_hexadecimal(c);
    const int isFirst = digits == 0;
    const unsigned isOctal = (unsigned)(isFirst & (value == 0) & (base == 10));
    const int isDigit = isPart & (value < base);
    isBad |= isPart & !(isDot | isX | isDigit);
    isBad |= isDot & ((digits == 0) | (number > 255) | (dots == 3));
    const uint32_t dot = -(uint32_t)isDot;
    const uint64_t digit = -(uint64_t)isDigit;
    address = ((address << 8 | (uint32_t)(number & 255)) & dot) | (address & ~dot);
    number = ((number * base + value) & digit) | (number & ~digit & ~(uint64_t)(int64_t)(int32_t)dot);
    isBad |= number > 0xffffffff;
    number &= 0xffffffff;
    dots += (unsigned)isDot;
    digits = (digits + (unsigned)isDigit) & ~(unsigned)dot & ~-(unsigned)isX;
    base = (base & ~dot & ~-(unsigned)isX & ~-isOctal) | (10 & dot) | (16 & -(unsigned)isX) |
           (8 & -isOctal & ~-(unsigned)isX & ~dot & -(unsigned)isDigit) |
           (base & -isOctal & ~-(unsigned)isDigit & ~dot);
  }
  const unsigned bits = 8 * (4 - dots);
  isBad |= (digits == 0) | ((number >> (bits & 63)) != 0);
  const uint64_t all = (uint64_t)address << (bits & 63) | number;
  *to = swapped32((uint32_t)all);
  return !isBad;
}

in_addr_t inet_addr(const char *text) {
  uint32_t address;
  const uint32_t valid = -(uint32_t)parsesNumbers(text, &address);
  return (address & valid) | (INADDR_NONE & ~valid);
}

/// The same numbers, but each is a byte.
in_addr_t inet_network(const char *text) {
  raceward_reads_text(text);
  return raceward_guess_uint();
}

int inet_aton(const char *text, struct in_addr *to) {
  uint32_t address;
  const int valid = parsesNumbers(text, &address);
  if (valid && to != NULL)
    to->s_addr = address;
  return valid;
}

/// Up to 15 characters and a zero; returns how many they are. The rest of the 16 is a guess.
static size_t writesDotted(const unsigned char *from, char *to, size_t room) {
  typedef unsigned _BitInt(128) text_t;
  text_t text = 0;
  unsigned length = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned number = from[i];
    const unsigned hundreds = number / 100;
    const unsigned tens = number / 10;
    const unsigned hasThree = hundreds != 0;
    const unsigned hasTwo = tens != 0;
    const unsigned lengthOfNumber = 1 + hasTwo + hasThree;
    const unsigned all = ('0' + hundreds) | ('0' + tens % 10) << 8 | ('0' + number % 10) << 16 |
                         (unsigned)'.' << 24;
    text |= (text_t)(all >> 8 * (3 - lengthOfNumber)) << 8 * length;
    length += lengthOfNumber + 1;
  }
  --length; // the last dot
  text &= ((text_t)1 << 8 * length) - 1;
  const unsigned zero = length;
  for (unsigned i = 0; i < 16 && i < room; ++i) {
    const unsigned char rest = -(unsigned char)(i > zero);
    const unsigned char kept = (unsigned char)to[i] & rest;
    to[i] = (char)((unsigned char)(text >> 8 * i) | kept);
  }
  return length;
}

char *inet_ntoa(struct in_addr address) {
  static _Thread_local char state_of_inet_ntoa[16];
  writesDotted((const unsigned char *)&address, state_of_inet_ntoa, sizeof state_of_inet_ntoa);
  return state_of_inet_ntoa;
}

int inet_pton(int family, const char *text, void *to) {
  if (family != AF_INET && family != AF_INET6) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  const size_t length = raceward_reads_text(text);
  if (family == AF_INET) {
    unsigned address;
    if (!model_parses_dotted(text, length, &address))
      return 0;
    const uint32_t inOrder = swapped32(address);
    memcpy(to, &inOrder, sizeof inOrder);
    return 1;
  }
  model_address6 address;
  if (!model_parses_groups(text, length, &address))
    return 0;
  for (int i = 0; i < (int)sizeof(struct in6_addr); ++i)
    ((unsigned char *)to)[i] = (unsigned char)(address >> (120 - 8 * i));
  return 1;
}

const char *inet_ntop(int family, const void *from, char *to, socklen_t bytes) {
  if (family != AF_INET && family != AF_INET6) {
    errno = EAFNOSUPPORT;
    return NULL;
  }
  raceward_reads(from, sizeOf(family));
  if (family == AF_INET) {
    char text[INET_ADDRSTRLEN] = {0};
    const size_t length = writesDotted(from, text, sizeof text);
    if (bytes < INET_ADDRSTRLEN && bytes <= length) {
      errno = ENOSPC;
      return NULL;
    }
    writesDotted(from, to, bytes);
    return to;
  }
  if (bytes < INET6_ADDRSTRLEN && raceward_guess_bool()) {
    errno = ENOSPC;
    return NULL;
  }
  model_guesses_text(to, bytes < INET6_ADDRSTRLEN ? bytes : INET6_ADDRSTRLEN);
  return to;
}

char *inet_net_ntop(int family, const void *from, int bits, char *to, size_t bytes) {
  if (bits < 0 || bits > 128)
    return errno = EINVAL, NULL;
  raceward_reads(from, ((size_t)bits + 7) / 8);
  if (raceward_guess_bool())
    return errno = raceward_guess_bool() ? EMSGSIZE : EINVAL, NULL;
  model_guesses_text(to, bytes);
  return to;
}

int inet_net_pton(int family, const char *text, void *to, size_t bytes) {
  raceward_reads_text(text);
  raceward_guess_bytes(to, bytes);
  const int failed = -(int)raceward_guess_bool();
  errno = (errno & ~failed) | (model_any_error() & failed);
  return (int)model_guess_up_to(32) | failed;
}

char *inet_neta(in_addr_t address, char *to, size_t bytes) {
  if (raceward_guess_bool())
    return errno = EMSGSIZE, NULL;
  model_guesses_text(to, bytes);
  return to;
}

unsigned inet_nsap_addr(const char *text, unsigned char *to, int bytes) {
  raceward_reads_text(text);
  raceward_guess_bytes(to, (size_t)bytes);
  return (unsigned)model_guess_up_to((size_t)bytes);
}

char *inet_nsap_ntoa(int bytes, const unsigned char *from, char *to) {
  static _Thread_local char state_of_inet_nsap_ntoa[255 * 3 + 1];
  raceward_reads(from, (size_t)bytes);
  if (to == NULL)
    to = state_of_inet_nsap_ntoa;
  // Two digits for each byte, and a dot after each second one.
  const size_t digits = 2 * (size_t)bytes + (size_t)bytes / 2;
  raceward_guess_bytes(to, digits + 1);
  to[digits] = 0;
  return to;
}

// -- classes of networks -----------------------------------------------------------------------

/// How many bits of an address say which host it is.
static unsigned bitsOfHost(uint32_t address) {
  return (address & 0x80000000) == 0 ? 24 : (address & 0xc0000000) == 0x80000000 ? 16 : 8;
}

in_addr_t inet_lnaof(struct in_addr address) {
  const uint32_t whole = swapped32(address.s_addr);
  return whole & ((1U << bitsOfHost(whole)) - 1);
}

in_addr_t inet_netof(struct in_addr address) {
  const uint32_t whole = swapped32(address.s_addr);
  return whole >> bitsOfHost(whole);
}

struct in_addr inet_makeaddr(in_addr_t network, in_addr_t host) {
  struct in_addr result;
  if (network < 128)
    result.s_addr = swapped32(network << 24 | (host & 0xffffff));
  else if (network < 65536)
    result.s_addr = swapped32(network << 16 | (host & 0xffff));
  else if (network < 16777216)
    result.s_addr = swapped32(network << 8 | (host & 0xff));
  else
    result.s_addr = swapped32(network | host);
  return result;
}

// -- interfaces --------------------------------------------------------------------------------

unsigned if_nametoindex(const char *name) {
  raceward_reads_text(name);
  const unsigned index = raceward_any_uint();
  if (index == 0)
    errno = ENODEV;
  return index;
}

char *if_indextoname(unsigned index, char *name) {
  if (raceward_any_failure())
    return errno = ENXIO, NULL;
  model_writes_text(name, IF_NAMESIZE);
  return name;
}

/// An array of any number of interfaces; one with index 0 ends it.
struct if_nameindex *if_nameindex(void) {
  if (raceward_any_failure())
    return errno = ENOBUFS, NULL;
  size_t count = 0;
  while (raceward_any_bool())
    ++count;
  struct if_nameindex *list = raceward_new((count + 1) * sizeof *list);
  for (size_t i = 0; i < count; ++i) {
    list[i].if_index = 1 + (raceward_any_uint() & 0xffff);
    list[i].if_name = model_text();
  }
  list[count].if_index = 0;
  list[count].if_name = NULL;
  return list;
}

void if_freenameindex(struct if_nameindex *list) {
  for (size_t i = 0; list[i].if_index != 0; ++i)
    free(list[i].if_name);
  free(list);
}

static struct sockaddr *newAddress(void) {
  return raceward_any_failure() ? NULL : raceward_new(sizeof(struct sockaddr_storage));
}

int getifaddrs(struct ifaddrs **to) {
  const int status = model_status();
  if (status != 0)
    return status;
  struct ifaddrs *list = NULL;
  while (raceward_any_bool()) {
    struct ifaddrs *one = raceward_new(sizeof *one);
    one->ifa_next = list;
    one->ifa_name = model_text();
    one->ifa_addr = newAddress();
    one->ifa_netmask = newAddress();
    one->ifa_broadaddr = newAddress();
    one->ifa_data = NULL;
    list = one;
  }
  *to = list;
  return 0;
}

void freeifaddrs(struct ifaddrs *list) {
  while (list != NULL) {
    struct ifaddrs *next = list->ifa_next;
    free(list->ifa_name);
    free(list->ifa_addr);
    free(list->ifa_netmask);
    free(list->ifa_broadaddr);
    free(list);
    list = next;
  }
}
