// Options and routing headers of IPv6, filters of sources, reserved ports (<netinet/in.h>).
//
// Headers are built and parsed in a buffer of the program; they have the layout of the wire.
#include "model.h"

#include <netinet/in.h>
#include <netinet/ip6.h>
#include <string.h>
#include <sys/socket.h>

int bindresvport(int socket, struct sockaddr_in *address) {
  if (address != NULL) {
    raceward_reads(address, sizeof *address);
    address->sin_port = raceward_any_ushort();
  }
  return model_status();
}
int bindresvport6(int socket, struct sockaddr_in6 *address) {
  if (address != NULL) {
    raceward_reads(address, sizeof *address);
    address->sin6_port = raceward_any_ushort();
  }
  return model_status();
}

/// `*count` is the room for sources before, and their number afterwards, which may be larger.
int getipv4sourcefilter(int socket, struct in_addr interface, struct in_addr group, uint32_t *mode,
                        uint32_t *count, struct in_addr *sources) {
  *mode = raceward_any_uint();
  raceward_writes(sources, *count * sizeof *sources);
  *count = raceward_any_uint();
  return model_status();
}
int setipv4sourcefilter(int socket, struct in_addr interface, struct in_addr group, uint32_t mode,
                        uint32_t count, const struct in_addr *sources) {
  raceward_reads(sources, count * sizeof *sources);
  return model_status();
}
int getsourcefilter(int socket, uint32_t interface, const struct sockaddr *group, socklen_t length,
                    uint32_t *mode, uint32_t *count, struct sockaddr_storage *sources) {
  raceward_reads(group, length);
  *mode = raceward_any_uint();
  raceward_writes(sources, *count * sizeof *sources);
  *count = raceward_any_uint();
  return model_status();
}
int setsourcefilter(int socket, uint32_t interface, const struct sockaddr *group, socklen_t length,
                    uint32_t mode, uint32_t count, const struct sockaddr_storage *sources) {
  raceward_reads(group, length);
  raceward_reads(sources, count * sizeof *sources);
  return model_status();
}

// -- options -----------------------------------------------------------------------------------

/// An offset, or -1.
static int offsetOrFailure(int most) {
  return model_guess(-1, most);
}

int inet6_opt_init(void *buffer, socklen_t length) {
  enum { kUnit = 8, kMostUnits = 256 };
  if (buffer != NULL) {
    if (length == 0 || length % kUnit != 0 || length > kUnit * kMostUnits)
      return -1;
    ((unsigned char *)buffer)[1] = (unsigned char)(length / kUnit - 1); // the length of the header
  }
  return sizeof(struct ip6_hbh);
}

/// Padding, type and length come before the data, whose place is returned.
int inet6_opt_append(void *buffer, socklen_t length, int offset, uint8_t type, socklen_t size,
                     uint8_t alignment, void **data) {
  const int end =
      raceward_guess_bool() ? -1 : model_guess(offset + 2 + (int)size, offset + 9 + (int)size);
  if (buffer != NULL && end != -1) {
    raceward_guess_bytes((char *)buffer + offset, (size_t)(end - offset) - size);
    *data = (char *)buffer + end - (int)size;
  }
  return end;
}

int inet6_opt_finish(void *buffer, socklen_t length, int offset) {
  if (offset < (int)sizeof(struct ip6_hbh))
    return -1;
  const int end = (offset + 7) & ~7;
  if (buffer != NULL) {
    if ((socklen_t)end > length)
      return -1;
    raceward_guess_bytes((char *)buffer + offset, (size_t)(end - offset));
  }
  return end;
}

int inet6_opt_set_val(void *data, int offset, void *value, socklen_t length) {
  memcpy((char *)data + offset, value, length);
  return offset + (int)length;
}
int inet6_opt_get_val(void *data, int offset, void *value, socklen_t length) {
  memcpy(value, (const char *)data + offset, length);
  return offset + (int)length;
}

static int option(void *buffer, socklen_t length, socklen_t *size, void **data) {
  raceward_reads(buffer, length);
  const int offset = offsetOrFailure((int)length);
  if (offset != -1) {
    *size = raceward_guess_uint() & 255;
    *data = (char *)buffer + offset;
  }
  return offset;
}
int inet6_opt_next(void *buffer, socklen_t length, int offset, uint8_t *type, socklen_t *size,
                   void **data) {
  const int found = option(buffer, length, size, data);
  if (found != -1)
    *type = raceward_guess_uchar();
  return found;
}
int inet6_opt_find(void *buffer, socklen_t length, int offset, uint8_t type, socklen_t *size,
                   void **data) {
  return option(buffer, length, size, data);
}

// -- options, the older functions --------------------------------------------------------------

int inet6_option_space(int bytes) {
  return (int)CMSG_SPACE(((size_t)bytes + sizeof(struct ip6_ext) + 7) / 8 * 8);
}
int inet6_option_init(void *buffer, struct cmsghdr **header, int type) {
  if (type != IPV6_HOPOPTS && type != IPV6_DSTOPTS)
    return -1;
  struct cmsghdr *new = buffer;
  new->cmsg_len = CMSG_LEN(0);
  new->cmsg_level = IPPROTO_IPV6;
  new->cmsg_type = type;
  *header = new;
  return 0;
}
/// Room for an option at the end of the header, which grows.
static uint8_t *grow(struct cmsghdr *header, int bytes) {
  uint8_t *end = (uint8_t *)header + header->cmsg_len;
  raceward_guess_bytes(end, (size_t)bytes);
  header->cmsg_len += (size_t)bytes;
  return end;
}
int inet6_option_append(struct cmsghdr *header, const uint8_t *type, int alignment, int offset) {
  const int bytes = type[0] == 0 ? 1 : type[1] + 2;
  raceward_reads(type, (size_t)bytes);
  if (raceward_guess_bool())
    return -1;
  grow(header, bytes);
  return 0;
}
uint8_t *inet6_option_alloc(struct cmsghdr *header, int bytes, int alignment, int offset) {
  return raceward_guess_bool() ? NULL : grow(header, bytes);
}
static int nextOption(const struct cmsghdr *header, uint8_t **at) {
  raceward_reads(header, header->cmsg_len);
  if (raceward_guess_bool()) {
    *at = NULL;
    return -1;
  }
  *at = (uint8_t *)(uintptr_t)header + model_guess_up_to(header->cmsg_len - 1);
  return 0;
}
int inet6_option_next(const struct cmsghdr *header, uint8_t **at) {
  return nextOption(header, at);
}
int inet6_option_find(const struct cmsghdr *header, uint8_t **at, int type) {
  return nextOption(header, at);
}

// -- routing headers ---------------------------------------------------------------------------

enum { kHeader = 8, kAddress = 16 }; // bytes

socklen_t inet6_rth_space(int type, int segments) {
  return type == IPV6_RTHDR_TYPE_0 && segments >= 0 && segments <= 127
             ? (socklen_t)(kHeader + segments * kAddress)
             : 0;
}
void *inet6_rth_init(void *buffer, socklen_t length, int type, int segments) {
  const socklen_t bytes = inet6_rth_space(type, segments);
  if (bytes == 0 || bytes > length)
    return NULL;
  memset(buffer, 0, bytes);
  struct ip6_rthdr *header = buffer;
  header->ip6r_len = (uint8_t)(segments * 2);
  header->ip6r_type = (uint8_t)type;
  header->ip6r_segleft = 0;
  return buffer;
}
int inet6_rth_segments(const void *buffer) {
  const struct ip6_rthdr *header = buffer;
  return header->ip6r_type == IPV6_RTHDR_TYPE_0 ? header->ip6r_len / 2 : -1;
}
int inet6_rth_add(void *buffer, const struct in6_addr *address) {
  struct ip6_rthdr *header = buffer;
  if (header->ip6r_type != IPV6_RTHDR_TYPE_0 || header->ip6r_segleft == header->ip6r_len / 2)
    return -1;
  const size_t place = kHeader + (size_t)header->ip6r_segleft++ * kAddress;
  memcpy((char *)buffer + place, address, kAddress);
  return 0;
}
int inet6_rth_reverse(const void *from, void *to) {
  const int segments = inet6_rth_segments(from);
  if (segments < 0)
    return -1;
  const size_t bytes = kHeader + (size_t)segments * kAddress;
  raceward_reads(from, bytes);
  raceward_guess_bytes(to, bytes);
  ((struct ip6_rthdr *)to)->ip6r_type = IPV6_RTHDR_TYPE_0;
  ((struct ip6_rthdr *)to)->ip6r_len = (uint8_t)(segments * 2);
  return 0;
}
struct in6_addr *inet6_rth_getaddr(const void *buffer, int index) {
  const int segments = inet6_rth_segments(buffer);
  if (index < 0 || index >= segments)
    return NULL;
  return (struct in6_addr *)((uintptr_t)buffer + kHeader + (size_t)index * kAddress);
}
