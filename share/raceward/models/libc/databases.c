// Databases of networks (<netdb.h>, <rpc/netdb.h>): hosts, networks, protocols, services, programs
// of remote procedure calls, netgroups.
//
// Functions without `_r` return an entry that lies in memory of the library, one for each function.
// It is a struct whose texts and lists lie in a buffer behind it; with `_r` both are the caller's.
#include "text.h"

#include <netdb.h>
#include <rpc/netdb.h>
#include <stdlib.h>

int *__h_errno_location(void) {
  static _Thread_local int state_of_h_errno;
  return &state_of_h_errno;
}

static int failure(void) {
  const int number = 1 + (raceward_any_int() & 3); // HOST_NOT_FOUND to NO_DATA
  *__h_errno_location() = number;
  return number;
}

enum { kText = 64 };

/// Where texts and addresses of an entry are: all of them are any bytes. They are in the last part
/// of the buffer, which leaves three quarters of a small one for the lists.
static char *textIn(char *buffer, size_t bytes) {
  raceward_writes(buffer, bytes);
  buffer[bytes - 1] = 0;
  return buffer + bytes - (bytes < 4 * kText ? bytes / 4 : kText);
}

/// Writes a list of texts, with null at its end, from a place in the buffer on; returns the place
/// behind it. There are three places left at least, for an address of a host.
static size_t listIn(char *buffer, size_t at, char *text) {
  char **list = (char **)(void *)buffer;
  const size_t room = (size_t)(text - buffer);
  while ((at + 4) * sizeof *list < room && raceward_any_bool())
    list[at++] = text;
  list[at++] = NULL;
  return at;
}

static void fillHost(struct hostent *to, char *buffer, size_t bytes) {
  char *text = textIn(buffer, bytes);
  const size_t room = bytes - (size_t)(text - buffer);
  const size_t addresses = listIn(buffer, 0, text);
  ((char **)(void *)buffer)[addresses] = text;
  listIn(buffer, addresses + 1, text);
  to->h_name = text;
  to->h_aliases = (char **)(void *)buffer;
  to->h_addrtype = room < 16 || raceward_any_bool() ? AF_INET : AF_INET6;
  to->h_length = to->h_addrtype == AF_INET ? 4 : 16;
  to->h_addr_list = (char **)(void *)buffer + addresses;
}

static void fillNetwork(struct netent *to, char *buffer, size_t bytes) {
  to->n_name = textIn(buffer, bytes);
  listIn(buffer, 0, to->n_name);
  to->n_aliases = (char **)(void *)buffer;
  to->n_addrtype = AF_INET;
  to->n_net = raceward_any_uint();
}

static void fillProtocol(struct protoent *to, char *buffer, size_t bytes) {
  to->p_name = textIn(buffer, bytes);
  listIn(buffer, 0, to->p_name);
  to->p_aliases = (char **)(void *)buffer;
  to->p_proto = raceward_any_int();
}

static void fillService(struct servent *to, char *buffer, size_t bytes) {
  to->s_name = textIn(buffer, bytes);
  listIn(buffer, 0, to->s_name);
  to->s_aliases = (char **)(void *)buffer;
  to->s_port = raceward_any_int();
  to->s_proto = to->s_name;
}

static void fillProgram(struct rpcent *to, char *buffer, size_t bytes) {
  to->r_name = textIn(buffer, bytes);
  listIn(buffer, 0, to->r_name);
  to->r_aliases = (char **)(void *)buffer;
  to->r_number = raceward_any_int();
}

static void readsIfGiven(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}

// One database: what its functions without and with `_r` end in, and the functions that walk all
// entries. `SHORT` says how the latter are called: getSHORT(), setSHORT(), endSHORT(). They share
// the place of the walk; glibc promises that the ones of LOCKED databases keep it in order.
// There is no entry in a buffer that has no room for LEAST pointers; but the library reads lines of
// its files into any.
#define DATABASE(ENTRY, FILL, SHORT, LEAST, MOVES)                                                 \
  struct own_##ENTRY {                                                                             \
    char used;                                                                                     \
    struct ENTRY entry;                                                                            \
    char buffer[1024];                                                                             \
  };                                                                                               \
  static struct ENTRY *any_##ENTRY(struct own_##ENTRY *own) {                                      \
    own->used = 1;                                                                                 \
    FILL(&own->entry, own->buffer, sizeof own->buffer);                                            \
    model_error_number();                                                                          \
    if (raceward_any_bool())                                                                       \
      return &own->entry;                                                                          \
    failure();                                                                                     \
    return NULL;                                                                                   \
  }                                                                                                \
  static int any_##ENTRY##_r(struct ENTRY *entry, char *buffer, size_t bytes, struct ENTRY **to) { \
    *to = NULL;                                                                                    \
    const int status = raceward_any_int();                                                         \
    model_error_number();                                                                          \
    if (bytes < (LEAST) * sizeof(char *)) {                                                        \
      raceward_writes(entry, sizeof *entry);                                                       \
      raceward_writes(buffer, bytes);                                                              \
      return status;                                                                               \
    }                                                                                              \
    FILL(entry, buffer, bytes);                                                                    \
    if (status == 0 && raceward_any_bool())                                                        \
      *to = entry;                                                                                 \
    return status;                                                                                 \
  }                                                                                                \
  static struct own_##ENTRY state_of_get##SHORT;                                                   \
  struct ENTRY *get##SHORT(void) {                                                                 \
    return any_##ENTRY(&state_of_get##SHORT);                                                      \
  }                                                                                                \
  void set##SHORT(int stayOpen) {                                                                  \
    MOVES(state_of_get##SHORT);                                                                    \
    model_error_number();                                                                          \
  }                                                                                                \
  void end##SHORT(void) {                                                                          \
    MOVES(state_of_get##SHORT);                                                                    \
  }
#define SHARED(STATE) STATE.used = 1
#define LOCKED(STATE)

DATABASE(hostent, fillHost, hostent, 4, SHARED)
DATABASE(netent, fillNetwork, netent, 2, SHARED)
DATABASE(protoent, fillProtocol, protoent, 2, SHARED)
DATABASE(servent, fillService, servent, 2, SHARED)
DATABASE(rpcent, fillProgram, rpcent, 2, LOCKED)

/// The entry of a function.
#define FOUND(ENTRY, FUNCTION)                                                                     \
  static struct own_##ENTRY state_of_##FUNCTION;                                                   \
  return any_##ENTRY(&state_of_##FUNCTION)

// -- hosts -------------------------------------------------------------------------------------

struct hostent *gethostbyname(const char *name) {
  raceward_reads_text(name);
  FOUND(hostent, gethostbyname);
}

struct hostent *gethostbyname2(const char *name, int family) {
  raceward_reads_text(name);
  FOUND(hostent, gethostbyname2);
}

struct hostent *gethostbyaddr(const void *address, socklen_t length, int family) {
  raceward_reads(address, length);
  FOUND(hostent, gethostbyaddr);
}

static int host_r(struct hostent *entry, char *buffer, size_t bytes, struct hostent **to,
                  int *number) {
  const int status = any_hostent_r(entry, buffer, bytes, to);
  *number = status == ERANGE ? NETDB_INTERNAL : raceward_any_int();
  return status;
}

int gethostbyname_r(const char *name, struct hostent *entry, char *buffer, size_t bytes,
                    struct hostent **to, int *number) {
  raceward_reads_text(name);
  return host_r(entry, buffer, bytes, to, number);
}

int gethostbyname2_r(const char *name, int family, struct hostent *entry, char *buffer,
                     size_t bytes, struct hostent **to, int *number) {
  raceward_reads_text(name);
  return host_r(entry, buffer, bytes, to, number);
}

int gethostbyaddr_r(const void *address, socklen_t length, int family, struct hostent *entry,
                    char *buffer, size_t bytes, struct hostent **to, int *number) {
  raceward_reads(address, length);
  return host_r(entry, buffer, bytes, to, number);
}

int gethostent_r(struct hostent *entry, char *buffer, size_t bytes, struct hostent **to,
                 int *number) {
  state_of_gethostent.used = 1;
  return host_r(entry, buffer, bytes, to, number);
}

const char *hstrerror(int number) {
  return model_text();
}

void herror(const char *text) {
  readsIfGiven(text);
}

// -- networks, protocols, services, programs ---------------------------------------------------

struct netent *getnetbyname(const char *name) {
  raceward_reads_text(name);
  FOUND(netent, getnetbyname);
}

struct netent *getnetbyaddr(uint32_t number, int family) {
  FOUND(netent, getnetbyaddr);
}

static int network_r(struct netent *entry, char *buffer, size_t bytes, struct netent **to,
                     int *number) {
  const int status = any_netent_r(entry, buffer, bytes, to);
  *number = status == ERANGE ? NETDB_INTERNAL : raceward_any_int();
  return status;
}

int getnetbyname_r(const char *name, struct netent *entry, char *buffer, size_t bytes,
                   struct netent **to, int *number) {
  raceward_reads_text(name);
  return network_r(entry, buffer, bytes, to, number);
}

int getnetbyaddr_r(uint32_t address, int family, struct netent *entry, char *buffer, size_t bytes,
                   struct netent **to, int *number) {
  return network_r(entry, buffer, bytes, to, number);
}

int getnetent_r(struct netent *entry, char *buffer, size_t bytes, struct netent **to, int *number) {
  return network_r(entry, buffer, bytes, to, number);
}

struct protoent *getprotobyname(const char *name) {
  raceward_reads_text(name);
  FOUND(protoent, getprotobyname);
}

struct protoent *getprotobynumber(int number) {
  FOUND(protoent, getprotobynumber);
}

int getprotobyname_r(const char *name, struct protoent *entry, char *buffer, size_t bytes,
                     struct protoent **to) {
  raceward_reads_text(name);
  return any_protoent_r(entry, buffer, bytes, to);
}

int getprotobynumber_r(int number, struct protoent *entry, char *buffer, size_t bytes,
                       struct protoent **to) {
  return any_protoent_r(entry, buffer, bytes, to);
}

int getprotoent_r(struct protoent *entry, char *buffer, size_t bytes, struct protoent **to) {
  return any_protoent_r(entry, buffer, bytes, to);
}

struct servent *getservbyname(const char *name, const char *protocol) {
  raceward_reads_text(name);
  readsIfGiven(protocol);
  FOUND(servent, getservbyname);
}

struct servent *getservbyport(int port, const char *protocol) {
  readsIfGiven(protocol);
  FOUND(servent, getservbyport);
}

int getservbyname_r(const char *name, const char *protocol, struct servent *entry, char *buffer,
                    size_t bytes, struct servent **to) {
  raceward_reads_text(name);
  readsIfGiven(protocol);
  return any_servent_r(entry, buffer, bytes, to);
}

int getservbyport_r(int port, const char *protocol, struct servent *entry, char *buffer,
                    size_t bytes, struct servent **to) {
  readsIfGiven(protocol);
  return any_servent_r(entry, buffer, bytes, to);
}

int getservent_r(struct servent *entry, char *buffer, size_t bytes, struct servent **to) {
  return any_servent_r(entry, buffer, bytes, to);
}

struct rpcent *getrpcbyname(const char *name) {
  raceward_reads_text(name);
  FOUND(rpcent, getrpcbyname);
}

struct rpcent *getrpcbynumber(int number) {
  FOUND(rpcent, getrpcbynumber);
}

int getrpcbyname_r(const char *name, struct rpcent *entry, char *buffer, size_t bytes,
                   struct rpcent **to) {
  raceward_reads_text(name);
  return any_rpcent_r(entry, buffer, bytes, to);
}

int getrpcbynumber_r(int number, struct rpcent *entry, char *buffer, size_t bytes,
                     struct rpcent **to) {
  return any_rpcent_r(entry, buffer, bytes, to);
}

int getrpcent_r(struct rpcent *entry, char *buffer, size_t bytes, struct rpcent **to) {
  return any_rpcent_r(entry, buffer, bytes, to);
}

// -- netgroups ---------------------------------------------------------------------------------

static char state_of_setnetgrent[3][kText];

int setnetgrent(const char *group) {
  raceward_reads_text(group);
  raceward_writes(state_of_setnetgrent, 1); // where the walk is
  return raceward_any_bool();
}

void endnetgrent(void) {
  raceward_writes(state_of_setnetgrent, 1);
}

static char *memberOf(int part) {
  model_writes_text(state_of_setnetgrent[part], kText);
  return raceward_any_bool() ? state_of_setnetgrent[part] : NULL;
}

int getnetgrent(char **host, char **user, char **domain) {
  const int found = raceward_any_bool();
  raceward_writes(state_of_setnetgrent, 1);
  if (found) {
    *host = memberOf(0);
    *user = memberOf(1);
    *domain = memberOf(2);
  }
  return found;
}

int getnetgrent_r(char **host, char **user, char **domain, char *buffer, size_t bytes) {
  const int found = raceward_any_bool();
  raceward_writes(state_of_setnetgrent, 1);
  if (found) {
    model_writes_text(buffer, bytes);
    *host = raceward_any_bool() ? buffer : NULL;
    *user = raceward_any_bool() ? buffer : NULL;
    *domain = raceward_any_bool() ? buffer : NULL;
  }
  return found;
}

int innetgr(const char *group, const char *host, const char *user, const char *domain) {
  raceward_reads_text(group);
  raceward_writes(state_of_setnetgrent, 1);
  readsIfGiven(host);
  readsIfGiven(user);
  readsIfGiven(domain);
  return raceward_any_bool();
}
