// OpenSSL: streams (<openssl/bio.h>), errors, memory, initialisation.
//
// A BIO belongs to one thread at a time. In a chain, what is done to one is done to those behind
// it. The queue of errors belongs to a thread, but for the text that ERR_error_string() returns.
#include "object.h"

#include <stdio.h>

typedef struct bio_method_st BIO_METHOD;
typedef struct bio_st BIO;

struct bio_st {
  char changed;
  const void *from; ///< memory of the program that it reads
  size_t bytes;
  BIO *next;
  char content[64]; ///< what a BIO in memory has been given
};

static const char methods[1];

#define METHOD(FUNCTION)                                                                           \
  const BIO_METHOD *FUNCTION(void) {                                                               \
    return (const BIO_METHOD *)(const void *)methods;                                              \
  }
METHOD(BIO_f_base64)
METHOD(BIO_f_buffer)
METHOD(BIO_f_ssl)
METHOD(BIO_s_file)
METHOD(BIO_s_mem)
METHOD(BIO_s_null)
METHOD(BIO_s_socket)

BIO *BIO_new(const BIO_METHOD *method) {
  return model_object(sizeof(BIO));
}
BIO *BIO_new_file(const char *name, const char *mode) {
  raceward_reads_text(name);
  raceward_reads_text(mode);
  model_error_number();
  return raceward_any_failure() ? NULL : model_object(sizeof(BIO));
}
BIO *BIO_new_fp(FILE *stream, int flags) {
  return model_object(sizeof(BIO));
}
BIO *BIO_new_socket(int descriptor, int flags) {
  raceward_receives(descriptor);
  return model_object(sizeof(BIO));
}
/// The memory is read when the BIO is.
BIO *BIO_new_mem_buf(const void *from, int bytes) {
  if (from == NULL)
    return NULL;
  BIO *stream = model_object(sizeof *stream);
  stream->from = from;
  stream->bytes = bytes < 0 ? raceward_reads_text(from) : (size_t)bytes;
  return stream;
}
int BIO_free(BIO *stream) {
  free(stream);
  return 1;
}
void BIO_vfree(BIO *stream) {
  free(stream);
}
void BIO_free_all(BIO *stream) {
  while (stream != NULL) {
    BIO *next = stream->next;
    free(stream);
    stream = next;
  }
}
BIO *BIO_push(BIO *stream, BIO *next) {
  BIO *last = stream;
  model_changes(stream);
  while (last->next != NULL)
    last = last->next;
  last->next = next;
  return stream;
}
BIO *BIO_pop(BIO *stream) {
  BIO *next = stream->next;
  model_changes(stream);
  stream->next = NULL;
  return next;
}
void BIO_set_flags(BIO *stream, int flags) {
  model_changes(stream);
}
void BIO_clear_flags(BIO *stream, int flags) {
  model_changes(stream);
}
int BIO_test_flags(const BIO *stream, int flags) {
  model_looks_at(stream);
  return raceward_any_int();
}

static void uses(BIO *stream) {
  for (; stream != NULL; stream = stream->next) {
    model_changes(stream);
    if (stream->from != NULL)
      raceward_reads(stream->from, stream->bytes);
  }
}
int BIO_read(BIO *stream, void *to, int bytes) {
  uses(stream);
  raceward_writes(to, (size_t)bytes);
  return model_number(-2, bytes);
}
int BIO_gets(BIO *stream, char *to, int bytes) {
  uses(stream);
  model_writes_text(to, (size_t)bytes);
  return model_number(-2, bytes);
}
int BIO_write(BIO *stream, const void *from, int bytes) {
  uses(stream);
  raceward_reads(from, (size_t)bytes);
  return model_number(-2, bytes);
}
int BIO_puts(BIO *stream, const char *text) {
  uses(stream);
  raceward_reads_text(text);
  return raceward_any_int();
}
/// Some commands hand out the memory of the BIO, or a struct that describes it.
long BIO_ctrl(BIO *stream, int command, long number, void *argument) {
  enum {
    kGetMemory = 3, // BIO_CTRL_INFO
    kGetPointer = 115,
    kSetFile = 106,
    kSetName = 108,
    kSetEndOfFile = 130,
  };
  struct memory {
    size_t length;
    char *data;
    size_t room;
    unsigned long flags;
  };
  uses(stream);
  if (command == kGetMemory && argument != NULL) {
    *(char **)argument = stream->content;
    return model_number(0, sizeof stream->content);
  }
  if (command == kGetPointer) {
    struct memory *memory = model_object(sizeof *memory);
    memory->length = (size_t)model_number(0, sizeof stream->content);
    memory->data = stream->content;
    memory->room = sizeof stream->content;
    *(struct memory **)argument = memory;
    return 1;
  }
  if (command == kSetName && argument != NULL)
    raceward_reads_text(argument);
  else if (argument != NULL && command != kSetFile && command != kSetEndOfFile)
    raceward_gap("BIO_ctrl() with a command that has an argument and is not known");
  return raceward_any_long();
}

// -- errors ------------------------------------------------------------------------------------

static char state_of_ERR_error_string[256];

unsigned long ERR_get_error(void) {
  return raceward_any_ulong();
}
unsigned long ERR_peek_error(void) {
  return raceward_any_ulong();
}
unsigned long ERR_peek_last_error(void) {
  return raceward_any_ulong();
}
void ERR_clear_error(void) {}
char *ERR_error_string(unsigned long error, char *to) {
  if (to == NULL)
    to = state_of_ERR_error_string;
  model_writes_text(to, sizeof state_of_ERR_error_string);
  return to;
}
void ERR_error_string_n(unsigned long error, char *to, size_t bytes) {
  model_writes_text(to, bytes);
}
const char *ERR_reason_error_string(unsigned long error) {
  return raceward_any_failure() ? NULL : model_text();
}
void ERR_print_errors_fp(FILE *stream) {}
void ERR_print_errors(BIO *stream) {
  uses(stream);
}
void ERR_load_crypto_strings(void) {}
void ERR_load_BIO_strings(void) {}
void ERR_free_strings(void) {}
void ERR_remove_state(unsigned long process) {}
void ERR_remove_thread_state(void *thread) {}

// -- the rest ----------------------------------------------------------------------------------

void *CRYPTO_malloc(size_t bytes, const char *file, int line) {
  return malloc(bytes);
}
void *CRYPTO_zalloc(size_t bytes, const char *file, int line) {
  return calloc(1, bytes);
}
void CRYPTO_free(void *memory, const char *file, int line) {
  free(memory);
}
void *CRYPTO_realloc(void *memory, size_t bytes, const char *file, int line) {
  return realloc(memory, bytes);
}
char *CRYPTO_strdup(const char *text, const char *file, int line) {
  return text != NULL ? strdup(text) : NULL;
}
// As OpenSSL 1.0 has them.
void *raceward_earlier_CRYPTO_malloc(int bytes, const char *file, int line) {
  return bytes > 0 ? malloc((size_t)bytes) : NULL;
}
void *raceward_earlier_CRYPTO_realloc(void *memory, int bytes, const char *file, int line) {
  return bytes > 0 ? realloc(memory, (size_t)bytes) : NULL;
}
void raceward_earlier_CRYPTO_free(void *memory) {
  free(memory);
}
void OPENSSL_cleanse(void *memory, size_t bytes) {
  memset(memory, 0, bytes);
}

int OPENSSL_init_crypto(uint64_t options, const void *settings) {
  model_error_number();
  return raceward_any_bool();
}
void OPENSSL_add_all_algorithms_noconf(void) {}
void OpenSSL_add_all_algorithms(void) {}
void OpenSSL_add_all_ciphers(void) {}
void OpenSSL_add_all_digests(void) {}
void EVP_cleanup(void) {}
void CRYPTO_cleanup_all_ex_data(void) {}
void CONF_modules_unload(int all) {}
unsigned long SSLeay(void) {
  return raceward_any_ulong();
}
unsigned long OpenSSL_version_num(void) {
  return raceward_any_ulong();
}
const char *SSLeay_version(int what) {
  return model_text();
}
const char *OpenSSL_version(int what) {
  return model_text();
}

typedef struct engine_st ENGINE;
ENGINE *ENGINE_by_id(const char *id) {
  raceward_reads_text(id);
  model_error_number();
  return raceward_any_failure() ? NULL : model_object(1);
}
int ENGINE_init(ENGINE *engine) {
  model_looks_at(engine);
  return raceward_any_bool();
}
int ENGINE_set_default(ENGINE *engine, unsigned flags) {
  model_looks_at(engine);
  return raceward_any_bool();
}
const char *ENGINE_get_id(const ENGINE *engine) {
  model_looks_at(engine);
  return model_text();
}
/// Both count references, and the last one ends it.
int ENGINE_finish(ENGINE *engine) {
  model_looks_at(engine);
  return raceward_any_bool();
}
int ENGINE_free(ENGINE *engine) {
  if (engine != NULL)
    model_looks_at(engine);
  return 1;
}
void ENGINE_load_builtin_engines(void) {}
int ENGINE_register_all_complete(void) {
  return 1;
}
void ENGINE_cleanup(void) {}
