// Translation of names to addresses (getaddrinfo() and relatives), and commands on other machines.
//
// A result is a list of new memory. Requests that are handled in the background are handled by a
// thread of the library, which hands over its results under the library's lock. A signal that tells
// of them needs nothing here: a handler that is installed runs at any time.
#include "object.h"

#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>

static void readsIfGiven(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}

/// What getaddrinfo() is asked for.
struct Request {
  const char *name; ///< may be null, as the service
  const char *service;
  int flags, family, type, protocol;
  int port; ///< -1: the service is not a number
};

/// The number that a service is written as; 0 without one, -1 if it is a name.
static int portOf(const char *service) {
  enum { kMostDigits = 5 };
  int port = 0;
  for (int i = 0; service != NULL && service[i] != 0; ++i) {
    const unsigned digit = (unsigned char)service[i] - (unsigned)'0';
    if (digit > 9 || i == kMostDigits)
      return -1;
    port = 10 * port + (int)digit;
  }
  return port <= 65535 ? port : -1;
}

/// Whether it can only be the name of a host. Addresses in digits begin with a digit or have a colon.
static int isHostName(const char *name) {
  enum { kLongest = 63 };
  const unsigned first = (unsigned char)name[0];
  if (first == 0 || first - (unsigned)'0' <= 9)
    return 0;
  for (int i = 0; i <= kLongest; ++i) {
    const unsigned letter = (unsigned char)name[i];
    if (letter == 0)
      return 1;
    const int isLetter = (letter | 0x20) - (unsigned)'a' < 26;
    const int isOther = (letter == '-') | (letter == '.') | (letter == '_');
    if (!isLetter & !isOther & (letter - (unsigned)'0' > 9))
      return 0;
  }
  return 0;
}

static int isStar(const char *text) {
  return text != NULL && text[0] == '*' && text[1] == 0;
}

static struct Request requestFrom(const char *name, const char *service,
                                  const struct addrinfo *wanted) {
  struct Request request = {.name = isStar(name) ? NULL : name,
                            .service = isStar(service) ? NULL : service,
                            .flags = AI_V4MAPPED | AI_ADDRCONFIG};
  if (wanted != NULL) {
    request.flags = wanted->ai_flags;
    request.family = wanted->ai_family;
    request.type = wanted->ai_socktype;
    request.protocol = wanted->ai_protocol;
  }
  request.port = portOf(request.service);
  return request;
}

/// Whether the answer is up to the name service, or known. Others depend on the request in ways that
/// are not computed here.
static int isUsual(const struct Request *request) {
  int known = AI_PASSIVE | AI_NUMERICSERV;
  if (request->name != NULL)
    known |= AI_CANONNAME | AI_V4MAPPED | AI_ADDRCONFIG;
  const int isFamily =
      (request->family == AF_UNSPEC) | (request->family == AF_INET) | (request->family == AF_INET6);
  const int isType = ((request->type == 0) & (request->protocol == 0)) |
                     ((request->type == SOCK_STREAM) &
                      ((request->protocol == 0) | (request->protocol == IPPROTO_TCP))) |
                     ((request->type == SOCK_DGRAM) &
                      ((request->protocol == 0) | (request->protocol == IPPROTO_UDP)));
  if (((request->flags & ~known) != 0) | !isFamily | !isType | (request->port < 0))
    return 0;
  return request->name == NULL || isHostName(request->name);
}

static struct sockaddr *newAddress(const struct Request *request, int family) {
  const int isLocal = request->name == NULL;
  const int isLoopback = isLocal & ((request->flags & AI_PASSIVE) == 0);
  const in_port_t port = (in_port_t)((request->port << 8 & 0xff00) | request->port >> 8);
  if (family == AF_INET) {
    struct sockaddr_in *address = raceward_new(sizeof *address);
    memset(address, 0, sizeof *address);
    address->sin_family = AF_INET;
    address->sin_port = port;
    if (!isLocal)
      raceward_writes(&address->sin_addr, sizeof address->sin_addr);
    else
      memcpy(&address->sin_addr, isLoopback ? "\177\0\0\1" : "\0\0\0\0", 4);
    return (struct sockaddr *)address;
  }
  struct sockaddr_in6 *address = raceward_new(sizeof *address);
  memset(address, 0, sizeof *address);
  address->sin6_family = AF_INET6;
  address->sin6_port = port;
  if (!isLocal)
    raceward_writes(&address->sin6_addr, sizeof address->sin6_addr);
  else
    address->sin6_addr.s6_addr[15] = (unsigned char)isLoopback;
  return (struct sockaddr *)address;
}

/// Adds what stands for one address at the beginning: an element, or one for each type of socket.
static struct addrinfo *withAddress(struct addrinfo *list, const struct Request *request,
                                    int family) {
  static const int kTypes[] = {SOCK_RAW, SOCK_DGRAM, SOCK_STREAM};
  static const int kProtocols[] = {0, IPPROTO_UDP, IPPROTO_TCP};
  for (int i = 0; i < 3; ++i) {
    if (request->type != 0 && request->type != kTypes[i])
      continue;
    struct addrinfo *one = raceward_new(sizeof *one);
    one->ai_flags = request->flags;
    one->ai_family = family;
    one->ai_socktype = kTypes[i];
    one->ai_protocol = kProtocols[i];
    one->ai_addrlen =
        family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    one->ai_addr = newAddress(request, family);
    one->ai_canonname = NULL;
    one->ai_next = list;
    list = one;
  }
  return list;
}

/// An address for each family if there is no name, in the order that the system prefers; those of a
/// name are up to the name service.
static struct addrinfo *newList(const struct Request *request) {
  struct addrinfo *list = NULL;
  if (request->name == NULL && request->family != AF_UNSPEC)
    return withAddress(NULL, request, request->family);
  if (request->name == NULL) {
    const int first = raceward_any_bool() ? AF_INET : AF_INET6;
    list = withAddress(NULL, request, first);
    return withAddress(list, request, first == AF_INET ? AF_INET6 : AF_INET);
  }
  do {
    int family = request->family;
    if (family == AF_UNSPEC)
      family = raceward_any_bool() ? AF_INET : AF_INET6;
    list = withAddress(list, request, family);
  } while (raceward_any_bool());
  if ((request->flags & AI_CANONNAME) != 0)
    list->ai_canonname = model_text();
  return list;
}

/// A list for a request that is not usual.
static struct addrinfo *guessedList(void) {
  struct addrinfo *list = NULL;
  do {
    struct addrinfo *one = raceward_new(sizeof *one);
    raceward_guess_bytes(one, offsetof(struct addrinfo, ai_addrlen)); // what was asked for
    one->ai_addr = raceward_new(sizeof(struct sockaddr_in6));
    raceward_guess_bytes(one->ai_addr, sizeof(struct sockaddr_in6));
    one->ai_canonname = raceward_guess_bool() ? model_guess_text() : NULL;
    one->ai_addrlen =
        raceward_guess_bool() ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    one->ai_next = list;
    list = one;
  } while (raceward_guess_bool());
  return list;
}

/// NONAME, AGAIN, FAIL, NODATA, ADDRFAMILY, MEMORY or SYSTEM.
static int anyFailureOfNames(void) {
  const int number = model_number(0, 6);
  return -(2 + number + 3 * (number > 3));
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *wanted,
                struct addrinfo **to) {
  readsIfGiven(name);
  readsIfGiven(service);
  if (wanted != NULL)
    raceward_reads(wanted, offsetof(struct addrinfo, ai_addrlen));
  model_error_number();
  const struct Request request = requestFrom(name, service, wanted);
  if (request.name == NULL && request.service == NULL)
    return EAI_NONAME;
  if (!isUsual(&request)) {
    const int status = raceward_guess_int();
    if (status == 0)
      *to = guessedList();
    return status;
  }
  if (raceward_any_failure())
    return request.name != NULL ? anyFailureOfNames() : EAI_MEMORY;
  *to = newList(&request);
  return 0;
}

void freeaddrinfo(struct addrinfo *list) {
  while (list != NULL) {
    struct addrinfo *next = list->ai_next;
    free(list->ai_addr);
    free(list->ai_canonname);
    free(list);
    list = next;
  }
}

const char *gai_strerror(int status) {
  const size_t most = 63;
  char *text = raceward_new(most + 1);
  raceward_guess_bytes(text, most);
  text[most] = 0;
  return text;
}

int getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t hostBytes,
                char *service, socklen_t serviceBytes, int flags) {
  raceward_reads(address, length);
  if (host != NULL)
    model_writes_text(host, hostBytes);
  if (service != NULL)
    model_writes_text(service, serviceBytes);
  model_error_number();
  return raceward_any_int();
}

// -- requests in the background ----------------------------------------------------------------

static pthread_mutex_t lock_of_requests = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t request_ends = PTHREAD_COND_INITIALIZER;

static void handle(struct gaicb *request) {
  struct addrinfo *list = NULL;
  const int status = getaddrinfo(request->ar_name, request->ar_service, request->ar_request, &list);
  pthread_mutex_lock(&lock_of_requests);
  if (request->__return == EAI_INPROGRESS) { // not cancelled
    request->ar_result = list;
    request->__return = status == EAI_INPROGRESS ? 0 : status;
  }
  pthread_cond_broadcast(&request_ends);
  pthread_mutex_unlock(&lock_of_requests);
}

static void *handleOne(void *request) {
  handle(request);
  return NULL;
}

struct notice {
  void (*function)(union sigval);
  union sigval value;
  int count;
  struct gaicb *requests[];
};

static int isDone(const struct gaicb *request) {
  pthread_mutex_lock(&lock_of_requests);
  const int done = request->__return != EAI_INPROGRESS;
  pthread_mutex_unlock(&lock_of_requests);
  return done;
}

static void *notify(void *given) {
  const struct notice *notice = given;
  pthread_mutex_lock(&lock_of_requests);
  for (int i = 0; i < notice->count; ++i)
    while (notice->requests[i] != NULL && notice->requests[i]->__return == EAI_INPROGRESS)
      pthread_cond_wait(&request_ends, &lock_of_requests);
  pthread_mutex_unlock(&lock_of_requests);
  MODEL_CALL(notice->function, notice->value);
  return NULL;
}

static void run(void *(*function)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, function, argument);
  pthread_detach(thread);
}

int getaddrinfo_a(int mode, struct gaicb *requests[], int count, struct sigevent *event) {
  for (int i = 0; i < count; ++i)
    if (requests[i] != NULL)
      requests[i]->__return = EAI_INPROGRESS;
  if (mode == GAI_WAIT) {
    for (int i = 0; i < count; ++i)
      if (requests[i] != NULL)
        handle(requests[i]);
    return 0;
  }
  struct notice *notice = NULL;
  if (event != NULL && event->sigev_notify == SIGEV_THREAD) {
    notice = raceward_new(sizeof *notice + (size_t)count * sizeof *requests);
    notice->function = event->sigev_notify_function;
    notice->value = event->sigev_value;
    notice->count = count;
  } else if (event != NULL && event->sigev_notify == SIGEV_SIGNAL) {
    raceward_keeps(event->sigev_value.sival_ptr);
  }
  for (int i = 0; i < count; ++i) {
    if (notice != NULL)
      notice->requests[i] = requests[i];
    if (requests[i] != NULL)
      run(handleOne, requests[i]);
  }
  if (notice != NULL)
    run(notify, notice);
  return 0;
}

int gai_error(struct gaicb *request) {
  pthread_mutex_lock(&lock_of_requests);
  const int status = request->__return;
  pthread_mutex_unlock(&lock_of_requests);
  return status;
}

int gai_cancel(struct gaicb *request) {
  pthread_mutex_lock(&lock_of_requests);
  int status = EAI_ALLDONE;
  if (request->__return == EAI_INPROGRESS) {
    status = raceward_any_bool() ? EAI_CANCELED : EAI_NOTCANCELED;
    if (status == EAI_CANCELED)
      request->__return = EAI_CANCELED;
  }
  pthread_mutex_unlock(&lock_of_requests);
  return status;
}

/// Waits until one of them is done; without a limit of time it may not give up before.
int gai_suspend(const struct gaicb *const requests[], int count, const struct timespec *timeout) {
  if (timeout != NULL)
    raceward_reads(timeout, sizeof *timeout);
  int running = 0;
  for (int i = 0; i < count; ++i)
    if (requests[i] != NULL) {
      if (isDone(requests[i]))
        return 0;
      running = 1;
    }
  if (!running)
    return EAI_ALLDONE;
  if (timeout != NULL && raceward_any_bool())
    return EAI_AGAIN;
  pthread_mutex_lock(&lock_of_requests);
  for (;;) {
    for (int i = 0; i < count; ++i)
      if (requests[i] != NULL && requests[i]->__return != EAI_INPROGRESS) {
        pthread_mutex_unlock(&lock_of_requests);
        return 0;
      }
    pthread_cond_wait(&request_ends, &lock_of_requests);
  }
}

// -- commands on other machines ----------------------------------------------------------------

static int command(char **host, const char *first, const char *second, const char *what,
                   int *errors) {
  raceward_reads_text(*host);
  readsIfGiven(first);
  readsIfGiven(second);
  raceward_reads_text(what);
  const int socket = model_descriptor();
  if (socket >= 0) {
    *host = model_text(); // its official name
    if (errors != NULL)
      *errors = 3 + (raceward_any_int() & 0xfffff);
  }
  return socket;
}

int rcmd(char **host, unsigned short port, const char *local, const char *remote, const char *what,
         int *errors) {
  return command(host, local, remote, what, errors);
}
int rcmd_af(char **host, unsigned short port, const char *local, const char *remote,
            const char *what, int *errors, sa_family_t family) {
  return command(host, local, remote, what, errors);
}
int rexec(char **host, int port, const char *user, const char *password, const char *what,
          int *errors) {
  return command(host, user, password, what, errors);
}
int rexec_af(char **host, int port, const char *user, const char *password, const char *what,
             int *errors, sa_family_t family) {
  return command(host, user, password, what, errors);
}

int rresvport(int *port) {
  *port = *port - (raceward_any_int() & 1023);
  return model_descriptor();
}
int rresvport_af(int *port, sa_family_t family) {
  return rresvport(port);
}

int ruserok(const char *host, int isRoot, const char *remote, const char *local) {
  raceward_reads_text(host);
  raceward_reads_text(remote);
  raceward_reads_text(local);
  return model_status();
}
int ruserok_af(const char *host, int isRoot, const char *remote, const char *local,
               sa_family_t family) {
  return ruserok(host, isRoot, remote, local);
}
int iruserok(uint32_t address, int isRoot, const char *remote, const char *local) {
  raceward_reads_text(remote);
  raceward_reads_text(local);
  return model_status();
}
int iruserok_af(const void *address, int isRoot, const char *remote, const char *local,
                sa_family_t family) {
  raceward_reads(address, family == AF_INET6 ? 16 : 4);
  return iruserok(0, isRoot, remote, local);
}

int __nss_configure_lookup(const char *database, const char *services) {
  raceward_reads_text(database);
  raceward_reads_text(services);
  return model_status();
}
