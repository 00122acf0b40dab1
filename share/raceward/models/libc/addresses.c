// Network addresses: byte order, text, and interfaces (<arpa/inet.h>, <net/if.h>, <ifaddrs.h>).
//
// glibc keeps the text of inet_ntoa() for each thread. Parts of addresses are in network order,
// which is the other one than that of the machine.
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

in_addr_t inet_addr(const char *text) {
  raceward_reads_text(text);
  return raceward_any_uint();
}

in_addr_t inet_network(const char *text) {
  raceward_reads_text(text);
  return raceward_any_uint();
}

int inet_aton(const char *text, struct in_addr *to) {
  raceward_reads_text(text);
  const int valid = raceward_any_bool();
  if (valid && to != NULL)
    raceward_writes(to, sizeof *to);
  return valid;
}

char *inet_ntoa(struct in_addr address) {
  static _Thread_local char state_of_inet_ntoa[16];
  model_writes_text(state_of_inet_ntoa, sizeof state_of_inet_ntoa);
  return state_of_inet_ntoa;
}

int inet_pton(int family, const char *text, void *to) {
  raceward_reads_text(text);
  if (family != AF_INET && family != AF_INET6) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  const int valid = raceward_any_bool();
  if (valid)
    raceward_writes(to, sizeOf(family));
  return valid;
}

const char *inet_ntop(int family, const void *from, char *to, socklen_t bytes) {
  if (family != AF_INET && family != AF_INET6) {
    errno = EAFNOSUPPORT;
    return NULL;
  }
  raceward_reads(from, sizeOf(family));
  const size_t most = family == AF_INET6 ? INET6_ADDRSTRLEN : INET_ADDRSTRLEN;
  if (bytes < most && raceward_any_failure()) {
    errno = ENOSPC;
    return NULL;
  }
  model_writes_text(to, bytes < most ? bytes : most);
  return to;
}

char *inet_net_ntop(int family, const void *from, int bits, char *to, size_t bytes) {
  if (bits < 0 || bits > 128)
    return errno = EINVAL, NULL;
  raceward_reads(from, ((size_t)bits + 7) / 8);
  if (raceward_any_failure())
    return errno = raceward_any_bool() ? EMSGSIZE : EINVAL, NULL;
  model_writes_text(to, bytes);
  return to;
}

int inet_net_pton(int family, const char *text, void *to, size_t bytes) {
  raceward_reads_text(text);
  raceward_writes(to, bytes);
  return (int)model_count(32);
}

char *inet_neta(in_addr_t address, char *to, size_t bytes) {
  if (raceward_any_failure())
    return errno = EMSGSIZE, NULL;
  model_writes_text(to, bytes);
  return to;
}

unsigned inet_nsap_addr(const char *text, unsigned char *to, int bytes) {
  raceward_reads_text(text);
  raceward_writes(to, (size_t)bytes);
  return (unsigned)model_up_to((size_t)bytes);
}

char *inet_nsap_ntoa(int bytes, const unsigned char *from, char *to) {
  static _Thread_local char state_of_inet_nsap_ntoa[255 * 3 + 1];
  raceward_reads(from, (size_t)bytes);
  if (to == NULL)
    to = state_of_inet_nsap_ntoa;
  // Two digits for each byte, and a dot after each second one.
  const size_t digits = 2 * (size_t)bytes + (size_t)bytes / 2;
  raceward_writes(to, digits + 1);
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
