// Remote procedure calls of Sun (<rpc/rpc.h>), and the name of the NIS domain.
//
// Clients and transports are structs with tables of functions, which programs call through macros.
// A client belongs to one thread at a time. What goes over the network is any bytes: arguments are
// read and results written by the program's own functions, with a stream of the library.
#include "xdr.h"

#include <netinet/in.h>
#include <sys/time.h>

struct authentication {
  int kind;
  char *data;
  unsigned bytes;
};

// -- clients -----------------------------------------------------------------------------------

typedef struct client Client;
struct clientFunctions {
  unsigned (*call)(Client *, unsigned long, Coder *, char *, Coder *, char *, struct timeval);
  void (*abort)(void);
  void (*error)(Client *, void *);
  int (*freeResult)(Client *, Coder *, char *);
  void (*destroy)(Client *);
  int (*control)(Client *, int, char *);
};
typedef struct person Person;
struct client {
  Person *person;
  struct clientFunctions *functions;
  char *own;
};
struct personFunctions {
  void (*next)(Person *);
  int (*marshal)(Person *, void *);
  int (*validate)(Person *, struct authentication *);
  int (*refresh)(Person *);
  void (*destroy)(Person *);
};
struct person {
  struct authentication credentials;
  struct authentication verifier;
  unsigned long key;
  struct personFunctions *functions;
  char *own;
};

static unsigned calls(Client *client, unsigned long procedure, Coder *argument, char *from,
                      Coder *result, char *to, struct timeval timeout) {
  model_changes(client->own);
  if (model_codes(kEncode, argument, from) && raceward_any_bool() &&
      model_codes(kDecode, result, to))
    return 0;
  return (unsigned)model_number(1, 17);
}
static void aborts(void) {}
static void tellsError(Client *client, void *to) {
  enum { kError = 24 };
  model_looks_at(client->own);
  raceward_writes(to, kError);
}
static int freesResult(Client *client, Coder *coder, char *result) {
  return model_codes(kFree, coder, result);
}
static void destroysClient(Client *client) {
  free(client->own);
  free(client);
}
static int controls(Client *client, int request, char *data) {
  model_changes(client->own);
  if (data != NULL)
    raceward_reads_all(data);
  return raceward_any_bool();
}
static struct clientFunctions clientFunctions = {calls,       aborts,         tellsError,
                                                 freesResult, destroysClient, controls};

static void ignores(Person *person) {}
static int agrees(Person *person) {
  return raceward_any_bool();
}
static int marshals(Person *person, void *stream) {
  return raceward_any_bool();
}
static int validates(Person *person, struct authentication *verifier) {
  return raceward_any_bool();
}
static void destroysPerson(Person *person) {
  free(person);
}
static struct personFunctions personFunctions = {ignores, marshals, validates, agrees,
                                                 destroysPerson};
static Person *newPerson(void) {
  Person *person = model_object(sizeof *person);
  person->functions = &personFunctions;
  return person;
}
Person *authnone_create(void) {
  return newPerson();
}
Person *authunix_create_default(void) {
  return newPerson();
}

static Client *newClient(struct sockaddr_in *address, int *socket) {
  raceward_reads(address, sizeof *address);
  if (address->sin_port == 0)
    address->sin_port = raceward_any_ushort();
  if (raceward_any_failure())
    return NULL;
  if (*socket < 0)
    *socket = 3 + (raceward_any_int() & 0xfffff);
  Client *client = model_object(sizeof *client);
  client->person = newPerson();
  client->functions = &clientFunctions;
  client->own = model_object(1);
  return client;
}
Client *clntudp_create(struct sockaddr_in *address, unsigned long program, unsigned long version,
                       struct timeval wait, int *socket) {
  return newClient(address, socket);
}
Client *clntudp_bufcreate(struct sockaddr_in *address, unsigned long program, unsigned long version,
                          struct timeval wait, int *socket, unsigned send, unsigned receive) {
  return newClient(address, socket);
}
Client *clnttcp_create(struct sockaddr_in *address, unsigned long program, unsigned long version,
                       int *socket, unsigned send, unsigned receive) {
  return newClient(address, socket);
}
char *clnt_sperrno(unsigned status) {
  return model_text();
}
void clnt_perrno(unsigned status) {}
static char state_of_clnt_sperror[256];
char *clnt_sperror(Client *client, const char *text) {
  raceward_reads_text(text);
  model_writes_text(state_of_clnt_sperror, sizeof state_of_clnt_sperror);
  return state_of_clnt_sperror;
}
static char state_of_clnt_spcreateerror[256];
char *clnt_spcreateerror(const char *text) {
  model_reads_text_if_given(text);
  model_writes_text(state_of_clnt_spcreateerror, sizeof state_of_clnt_spcreateerror);
  return state_of_clnt_spcreateerror;
}
void clnt_pcreateerror(const char *text) {
  model_reads_text_if_given(text);
}
/// Each answer is handed to the program until it has enough.
unsigned clnt_broadcast(unsigned long program, unsigned long version, unsigned long procedure,
                        Coder *argument, char *from, Coder *result, char *to,
                        int (*each)(char *, struct sockaddr_in *)) {
  if (!model_codes(kEncode, argument, from))
    return (unsigned)model_number(1, 17);
  while (raceward_any_bool()) {
    struct sockaddr_in address;
    raceward_any_bytes(&address, sizeof address);
    if (model_codes(kDecode, result, to) && each(to, &address))
      return 0;
  }
  return (unsigned)model_number(0, 17);
}

// -- servers -----------------------------------------------------------------------------------

typedef struct transport Transport;
struct transportFunctions {
  int (*receive)(Transport *, void *);
  int (*state)(Transport *);
  int (*arguments)(Transport *, Coder *, char *);
  int (*reply)(Transport *, void *);
  int (*freeArguments)(Transport *, Coder *, char *);
  void (*destroy)(Transport *);
};
struct transport {
  int socket;
  unsigned short port;
  const struct transportFunctions *functions;
  int addressLength;
  struct sockaddr_in address;
  struct authentication verifier;
  char *first;
  char *second;
  char rest[256];
};
struct request {
  unsigned long program;
  unsigned long version;
  unsigned long procedure;
  struct authentication credentials;
  char *client;
  Transport *transport;
};
struct service {
  struct service *next;
  void (*dispatch)(struct request *, Transport *);
  Transport *transport;
};
static struct service *state_of_svc_register;

static int receives(Transport *transport, void *message) {
  raceward_writes(&transport->address, sizeof transport->address);
  return raceward_any_bool();
}
static int tellsState(Transport *transport) {
  return model_number(0, 2);
}
static int getsArguments(Transport *transport, Coder *coder, char *to) {
  return model_codes(kDecode, coder, to);
}
static int freesArguments(Transport *transport, Coder *coder, char *arguments) {
  return model_codes(kFree, coder, arguments);
}
static int replies(Transport *transport, void *message) {
  raceward_reads_all(message);
  return raceward_any_bool();
}
static void destroysTransport(Transport *transport) {
  free(transport);
}
static const struct transportFunctions transportFunctions = {
    receives, tellsState, getsArguments, replies, freesArguments, destroysTransport};

static Transport *newTransport(int socket) {
  if (raceward_any_failure())
    return NULL;
  Transport *transport = model_object(sizeof *transport);
  transport->socket = socket >= 0 ? socket : 3 + (raceward_any_int() & 0xfffff);
  transport->port = raceward_any_ushort();
  transport->functions = &transportFunctions;
  return transport;
}
Transport *svcudp_create(int socket) {
  return newTransport(socket);
}
Transport *svctcp_create(int socket, unsigned send, unsigned receive) {
  return newTransport(socket);
}
int svc_register(Transport *transport, unsigned long program, unsigned long version,
                 void (*dispatch)(struct request *, Transport *), unsigned long protocol) {
  struct service *service = model_object(sizeof *service);
  service->dispatch = dispatch;
  service->transport = transport;
  service->next = state_of_svc_register;
  state_of_svc_register = service;
  return raceward_any_bool();
}
void svc_unregister(unsigned long program, unsigned long version) {
  struct service *unused = state_of_svc_register;
  state_of_svc_register = unused;
}
int svc_sendreply(Transport *transport, Coder *coder, char *from) {
  return model_codes(kEncode, coder, from);
}
void svcerr_noproc(Transport *transport) {}
void svcerr_decode(Transport *transport) {}
void svcerr_systemerr(Transport *transport) {}

static void serves(void) {
  for (const struct service *service = state_of_svc_register; service != NULL;
       service = service->next)
    if (raceward_any_bool()) {
      struct request request;
      char client[64];
      raceward_any_bytes(&request, sizeof request);
      memset(&request.credentials, 0, sizeof request.credentials);
      raceward_any_bytes(client, sizeof client);
      request.client = client;
      request.transport = service->transport;
      MODEL_CALL(service->dispatch, &request, service->transport);
    }
}
/// It returns when there is no transport left.
void svc_run(void) {
  while (raceward_any_bool())
    serves();
}
void svc_getreqset(void *descriptors) {
  raceward_reads(descriptors, 128);
  serves();
}
int pmap_unset(unsigned long program, unsigned long version) {
  return raceward_any_bool();
}
int pmap_set(unsigned long program, unsigned long version, int protocol, unsigned short port) {
  return raceward_any_bool();
}

/// The text is memory of the library, which is set once.
int yp_get_default_domain(char **to) {
  const int status = model_number(0, 16);
  *to = model_text();
  return status;
}
