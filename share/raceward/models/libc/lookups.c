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

static struct addrinfo *newList(void) {
  struct addrinfo *list = NULL;
  do {
    struct addrinfo *one = raceward_new(sizeof *one);
    raceward_guess_bytes(one, offsetof(struct addrinfo, ai_addrlen)); // what was asked for
    one->ai_addr = raceward_new(sizeof(struct sockaddr_in6));
    one->ai_canonname = raceward_any_bool() ? model_text() : NULL;
    one->ai_addrlen =
        raceward_any_bool() ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    one->ai_next = list;
    list = one;
  } while (raceward_any_bool());
  return list;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *wanted,
                struct addrinfo **to) {
  readsIfGiven(name);
  readsIfGiven(service);
  if (wanted != NULL)
    raceward_reads(wanted, offsetof(struct addrinfo, ai_addrlen));
  const int status = raceward_any_int();
  model_error_number();
  if (status == 0)
    *to = newList();
  return status;
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
