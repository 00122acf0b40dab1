// OpenSSL: connections (<openssl/ssl.h>).
//
// A context may be used by many threads to make connections, but not while it is set up. A
// connection belongs to one thread at a time. Functions that the program registered are called
// while a connection is established, and whenever data are exchanged, which may do so again.
#include "object.h"

typedef struct ssl_method_st SSL_METHOD;
typedef struct ssl_session_st SSL_SESSION;
typedef struct x509_store_ctx_st X509_STORE_CTX;
typedef struct ssl_st SSL;
typedef struct ssl_ctx_st SSL_CTX;

struct ssl_ctx_st {
  char changed;
  void (*info)(const SSL *, int, int);
  int (*verify)(int, X509_STORE_CTX *);
  int (*newSession)(SSL *, SSL_SESSION *);
  SSL_SESSION *(*getSession)(SSL *, unsigned char *, int, int *);
  void (*removeSession)(SSL_CTX *, SSL_SESSION *);
  int (*serverName)(SSL *, int *, void *);
  void *serverNameArgument;
  int (*password)(char *, int, int, void *);
  void *passwordArgument;
  void *data;
};

struct ssl_st {
  char changed;
  SSL_CTX *context;
  SSL_SESSION *session; ///< that the program gave
  void *input;
  void *output;
  void *data;
};

struct ssl_session_st {
  char changed;
  int bytes; ///< of its text
};

static SSL_SESSION *new_session(void) {
  SSL_SESSION *session = model_object(sizeof *session);
  session->bytes = model_number(1, 10000);
  return session;
}

// -- set-up ------------------------------------------------------------------------------------

static const char methods[1];

#define METHOD(FUNCTION)                                                                           \
  const SSL_METHOD *FUNCTION(void) {                                                               \
    return (const SSL_METHOD *)(const void *)methods;                                              \
  }
METHOD(TLS_method)
METHOD(TLS_client_method)
METHOD(TLS_server_method)
METHOD(SSLv2_client_method)
METHOD(SSLv3_method)
METHOD(SSLv3_client_method)
METHOD(SSLv3_server_method)
METHOD(SSLv23_method)
METHOD(SSLv23_client_method)
METHOD(SSLv23_server_method)
METHOD(TLSv1_method)
METHOD(TLSv1_client_method)
METHOD(TLSv1_server_method)
METHOD(TLSv1_1_client_method)
METHOD(TLSv1_2_method)
METHOD(TLSv1_2_client_method)
METHOD(TLSv1_2_server_method)

int SSL_library_init(void) {
  return 1;
}
void SSL_load_error_strings(void) {}
int OPENSSL_init_ssl(uint64_t options, const void *settings) {
  model_error_number();
  return raceward_any_bool();
}

SSL_CTX *SSL_CTX_new(const SSL_METHOD *method) {
  model_error_number();
  return raceward_any_failure() ? NULL : model_object(sizeof(SSL_CTX));
}
/// Sessions that are left are given up. Connections keep the context alive.
void SSL_CTX_free(SSL_CTX *context) {
  if (context == NULL)
    return;
  model_looks_at(context);
  if (context->removeSession != NULL)
    while (raceward_any_bool())
      MODEL_CALL(context->removeSession, context, model_object(1));
}

void SSL_CTX_set_info_callback(SSL_CTX *context, void (*info)(const SSL *, int, int)) {
  model_changes(context);
  context->info = info;
}
void SSL_CTX_set_verify(SSL_CTX *context, int mode, int (*verify)(int, X509_STORE_CTX *)) {
  model_changes(context);
  context->verify = verify;
}
void SSL_CTX_sess_set_new_cb(SSL_CTX *context, int (*function)(SSL *, SSL_SESSION *)) {
  model_changes(context);
  context->newSession = function;
}
void SSL_CTX_sess_set_get_cb(SSL_CTX *context,
                             SSL_SESSION *(*function)(SSL *, unsigned char *, int, int *)) {
  model_changes(context);
  context->getSession = function;
}
void SSL_CTX_sess_set_remove_cb(SSL_CTX *context, void (*function)(SSL_CTX *, SSL_SESSION *)) {
  model_changes(context);
  context->removeSession = function;
}
void SSL_CTX_set_default_passwd_cb(SSL_CTX *context, int (*function)(char *, int, int, void *)) {
  model_changes(context);
  context->password = function;
}
void SSL_CTX_set_default_passwd_cb_userdata(SSL_CTX *context, void *data) {
  model_changes(context);
  context->passwordArgument = data;
}

static void readsFile(SSL_CTX *context, const char *file) {
  model_changes(context);
  model_reads_text_if_given(file);
  model_error_number();
  if (context->password != NULL && raceward_any_bool()) {
    char text[64];
    MODEL_CALL(context->password, text, sizeof text, 0, context->passwordArgument);
  }
}
int SSL_CTX_use_certificate_chain_file(SSL_CTX *context, const char *file) {
  readsFile(context, file);
  return raceward_any_bool();
}
int SSL_CTX_use_certificate_file(SSL_CTX *context, const char *file, int type) {
  readsFile(context, file);
  return raceward_any_bool();
}
int SSL_CTX_use_PrivateKey_file(SSL_CTX *context, const char *file, int type) {
  readsFile(context, file);
  return raceward_any_bool();
}
int SSL_CTX_use_RSAPrivateKey_file(SSL_CTX *context, const char *file, int type) {
  readsFile(context, file);
  return raceward_any_bool();
}
int SSL_CTX_load_verify_locations(SSL_CTX *context, const char *file, const char *folder) {
  model_changes(context);
  model_reads_text_if_given(file);
  model_reads_text_if_given(folder);
  model_error_number();
  return raceward_any_bool();
}
int SSL_CTX_set_default_verify_paths(SSL_CTX *context) {
  model_error_number();
  model_changes(context);
  return raceward_any_bool();
}
int SSL_CTX_use_RSAPrivateKey(SSL_CTX *context, void *key) {
  model_changes(context);
  model_looks_at(key);
  return raceward_any_bool();
}
int SSL_CTX_use_PrivateKey(SSL_CTX *context, void *key) {
  model_changes(context);
  model_looks_at(key);
  return raceward_any_bool();
}
int SSL_CTX_use_certificate(SSL_CTX *context, void *certificate) {
  model_changes(context);
  model_looks_at(certificate);
  return raceward_any_bool();
}
int SSL_CTX_check_private_key(const SSL_CTX *context) {
  model_looks_at(context);
  return raceward_any_bool();
}
int SSL_CTX_set_cipher_list(SSL_CTX *context, const char *list) {
  model_changes(context);
  model_reads_text_if_given(list);
  return raceward_any_bool();
}
int SSL_CTX_set_ciphersuites(SSL_CTX *context, const char *list) {
  return SSL_CTX_set_cipher_list(context, list);
}
void SSL_CTX_set_verify_depth(SSL_CTX *context, int depth) {
  model_changes(context);
}
unsigned long SSL_CTX_set_options(SSL_CTX *context, unsigned long options) {
  model_changes(context);
  return raceward_any_ulong();
}
unsigned long SSL_CTX_clear_options(SSL_CTX *context, unsigned long options) {
  model_changes(context);
  return raceward_any_ulong();
}
long SSL_CTX_set_timeout(SSL_CTX *context, long seconds) {
  model_changes(context);
  return raceward_any_long();
}
long SSL_CTX_get_timeout(const SSL_CTX *context) {
  model_looks_at(context);
  return raceward_any_long();
}
int SSL_CTX_set_session_id_context(SSL_CTX *context, const unsigned char *id, unsigned bytes) {
  model_changes(context);
  raceward_reads(id, bytes);
  return raceward_any_bool();
}

enum Command {
  kTemporaryDh = 3,
  kTemporaryEcdh = 4,
  kServerNameFunction = 53,
  kServerNameArgument = 54,
  kHostName = 55,
  kGroups = 92,
  kSignatures = 98,
};

static void control(void *object, int command, void *argument) {
  model_changes(object);
  if (argument == NULL)
    return;
  if (command == kTemporaryDh || command == kTemporaryEcdh)
    model_looks_at(argument);
  else if (command == kHostName || command == kGroups || command == kSignatures)
    raceward_reads_text(argument);
  else
    raceward_gap("SSL_ctrl() with a command that has an argument and is not known");
}

long SSL_CTX_ctrl(SSL_CTX *context, int command, long number, void *argument) {
  if (command == kServerNameArgument) {
    model_changes(context);
    context->serverNameArgument = argument;
    return 1;
  }
  control(context, command, argument);
  return raceward_any_long();
}
long SSL_CTX_callback_ctrl(SSL_CTX *context, int command, void (*function)(void)) {
  if (command != kServerNameFunction)
    raceward_gap("SSL_CTX_callback_ctrl() with a function that is not known");
  model_changes(context);
  context->serverName = (int (*)(SSL *, int *, void *))function;
  return 1;
}

int SSL_CTX_set_ex_data(SSL_CTX *context, int index, void *data) {
  model_changes(context);
  context->data = data;
  return raceward_any_bool();
}
void *SSL_CTX_get_ex_data(const SSL_CTX *context, int index) {
  model_looks_at(context);
  return context->data;
}

// -- connections -------------------------------------------------------------------------------

SSL *SSL_new(SSL_CTX *context) {
  model_looks_at(context);
  if (raceward_any_failure())
    return NULL;
  SSL *connection = model_object(sizeof *connection);
  connection->context = context;
  return connection;
}
void SSL_free(SSL *connection) {
  free(connection);
}
int SSL_clear(SSL *connection) {
  model_changes(connection);
  return raceward_any_bool();
}
int SSL_set_fd(SSL *connection, int descriptor) {
  raceward_receives(descriptor);
  model_changes(connection);
  return raceward_any_bool();
}
int SSL_set_rfd(SSL *connection, int descriptor) {
  return SSL_set_fd(connection, descriptor);
}
int SSL_set_wfd(SSL *connection, int descriptor) {
  return SSL_set_fd(connection, descriptor);
}
int SSL_get_fd(const SSL *connection) {
  model_looks_at(connection);
  return raceward_any_int();
}
void SSL_set_bio(SSL *connection, void *input, void *output) {
  model_changes(connection);
  connection->input = input;
  connection->output = output;
}
void *SSL_get_rbio(const SSL *connection) {
  model_looks_at(connection);
  return connection->input;
}
void *SSL_get_wbio(const SSL *connection) {
  model_looks_at(connection);
  return connection->output;
}
SSL_CTX *SSL_set_SSL_CTX(SSL *connection, SSL_CTX *context) {
  model_changes(connection);
  connection->context = context;
  return context;
}
void SSL_set_shutdown(SSL *connection, int mode) {
  model_changes(connection);
}
void SSL_set_connect_state(SSL *connection) {
  model_changes(connection);
}
void SSL_set_accept_state(SSL *connection) {
  model_changes(connection);
}
long SSL_ctrl(SSL *connection, int command, long number, void *argument) {
  control(connection, command, argument);
  return raceward_any_long();
}
int SSL_set_cipher_list(SSL *connection, const char *list) {
  model_changes(connection);
  model_reads_text_if_given(list);
  return raceward_any_bool();
}
int SSL_set_ex_data(SSL *connection, int index, void *data) {
  model_changes(connection);
  connection->data = data;
  return raceward_any_bool();
}
void *SSL_get_ex_data(const SSL *connection, int index) {
  model_looks_at(connection);
  return connection->data;
}
SSL_CTX *SSL_get_SSL_CTX(const SSL *connection) {
  model_looks_at(connection);
  return connection->context;
}
/// The name that the peer asked for.
const char *SSL_get_servername(const SSL *connection, int type) {
  model_looks_at(connection);
  return raceward_any_failure() ? NULL : model_text();
}

static int work(SSL *connection) {
  SSL_CTX *context = connection->context;
  model_changes(connection);
  model_looks_at(context);
  if (connection->input != NULL)
    model_changes(connection->input);
  if (connection->output != NULL)
    model_changes(connection->output);
  while (raceward_any_bool()) {
    MODEL_CALL(context->info, connection, raceward_any_int(), raceward_any_int());
    if (raceward_any_bool())
      MODEL_CALL(context->verify, raceward_any_bool(), model_object(1));
    if (raceward_any_bool())
      MODEL_CALL(context->newSession, connection, new_session());
    if (context->getSession != NULL && raceward_any_bool()) {
      unsigned char id[32];
      int copy = 1;
      raceward_any_bytes(id, sizeof id);
      MODEL_CALL(context->getSession, connection, id, model_number(0, sizeof id), &copy);
    }
    if (context->serverName != NULL && raceward_any_bool()) {
      int alert = 0;
      MODEL_CALL(context->serverName, connection, &alert, context->serverNameArgument);
    }
  }
  return model_number(-1, 1);
}

int SSL_connect(SSL *connection) {
  return work(connection);
}
int SSL_accept(SSL *connection) {
  return work(connection);
}
int SSL_do_handshake(SSL *connection) {
  return work(connection);
}
int SSL_shutdown(SSL *connection) {
  return work(connection);
}
int SSL_read(SSL *connection, void *to, int bytes) {
  work(connection);
  raceward_writes(to, (size_t)bytes);
  return model_number(-1, bytes);
}
int SSL_peek(SSL *connection, void *to, int bytes) {
  return SSL_read(connection, to, bytes);
}
int SSL_write(SSL *connection, const void *from, int bytes) {
  work(connection);
  raceward_reads(from, (size_t)bytes);
  return model_number(-1, bytes);
}

#define ASKS(FUNCTION)                                                                             \
  int FUNCTION(const SSL *connection) {                                                            \
    model_looks_at(connection);                                                                    \
    return raceward_any_int();                                                                     \
  }
ASKS(SSL_get_shutdown)
ASKS(SSL_pending)
ASKS(SSL_want)
ASKS(SSL_version)
ASKS(SSL_state)
ASKS(SSL_is_init_finished)
int SSL_get_error(const SSL *connection, int result) {
  model_looks_at(connection);
  return model_number(0, 12);
}
long SSL_get_verify_result(const SSL *connection) {
  model_looks_at(connection);
  return raceward_any_long();
}

// -- sessions ----------------------------------------------------------------------------------
//
// Threads may share one, since its users are counted atomically. The last one to give it back
// frees it, which is not followed: a use after that is not found.

SSL_SESSION *SSL_get1_session(SSL *connection) {
  model_looks_at(connection);
  if (connection->session != NULL)
    return connection->session;
  return raceward_any_failure() ? NULL : new_session();
}
SSL_SESSION *SSL_get_session(const SSL *connection) {
  return SSL_get1_session((SSL *)connection);
}
int SSL_set_session(SSL *connection, SSL_SESSION *session) {
  model_changes(connection);
  if (session != NULL)
    model_looks_at(session);
  connection->session = session;
  return raceward_any_bool();
}
int SSL_session_reused(const SSL *connection) {
  model_looks_at(connection);
  return raceward_any_bool();
}
int SSL_SESSION_up_ref(SSL_SESSION *session) {
  model_looks_at(session);
  return 1;
}
void SSL_SESSION_free(SSL_SESSION *session) {
  if (session != NULL)
    model_looks_at(session);
}
long SSL_SESSION_get_time(const SSL_SESSION *session) {
  if (session == NULL)
    return 0;
  model_looks_at(session);
  return raceward_any_long();
}
long SSL_SESSION_get_timeout(const SSL_SESSION *session) {
  return SSL_SESSION_get_time(session);
}
long SSL_SESSION_set_time(SSL_SESSION *session, long seconds) {
  if (session == NULL)
    return 0;
  model_changes(session);
  return seconds;
}
long SSL_SESSION_set_timeout(SSL_SESSION *session, long seconds) {
  if (session == NULL)
    return 0;
  model_changes(session);
  return raceward_any_bool();
}
/// Without a place, only the size; without memory at that place, in new memory.
int i2d_SSL_SESSION(const SSL_SESSION *session, unsigned char **to) {
  if (session == NULL)
    return 0;
  model_looks_at(session);
  const int bytes = session->bytes;
  if (to != NULL && *to == NULL) {
    *to = raceward_new((size_t)bytes);
  } else if (to != NULL) {
    raceward_writes(*to, (size_t)bytes);
    *to += bytes;
  }
  return bytes;
}
SSL_SESSION *d2i_SSL_SESSION(SSL_SESSION **to, const unsigned char **from, long bytes) {
  raceward_reads(*from, (size_t)bytes);
  if (raceward_any_failure())
    return NULL;
  SSL_SESSION *session = to != NULL ? *to : NULL;
  if (session == NULL)
    session = new_session();
  else
    model_changes(session);
  *from += bytes;
  if (to != NULL)
    *to = session;
  return session;
}
