// OpenSSL: keys, certificates, and stacks of them.
//
// Keys and certificates may be used by several threads once they are there. Reading one from a file
// may ask the program for a password.
#include "object.h"

typedef struct bio_st BIO;
typedef struct rsa_st RSA;
typedef struct dh_st DH;
typedef int Password(char *, int, int, void *);

/// What is read replaces what `*to` has, if that is given.
static void *readsKey(BIO *stream, void **to, Password *password, void *argument) {
  model_changes(stream);
  if (password != NULL && raceward_any_bool()) {
    char text[64];
    password(text, sizeof text, 0, argument);
  }
  if (raceward_any_failure())
    return NULL;
  void *key = model_object(64);
  if (to != NULL)
    *to = key;
  return key;
}

#define READS_KEY(FUNCTION, TYPE)                                                                  \
  TYPE *FUNCTION(BIO *stream, TYPE **to, Password *password, void *argument) {                     \
    return readsKey(stream, (void **)to, password, argument);                                      \
  }
typedef struct evp_pkey_st EVP_PKEY;
READS_KEY(PEM_read_bio_RSAPrivateKey, RSA)
READS_KEY(PEM_read_bio_RSA_PUBKEY, RSA)
READS_KEY(PEM_read_bio_RSAPublicKey, RSA)
READS_KEY(PEM_read_bio_DHparams, DH)
READS_KEY(PEM_read_bio_PrivateKey, EVP_PKEY)

/// The number of bytes of a key of 4096 bits; shorter keys write less.
enum { kLargestKey = 512 };

RSA *RSA_new(void) {
  model_error_number();
  return model_object(64);
}
void RSA_free(RSA *key) {
  free(key);
}
int RSA_size(const RSA *key) {
  model_looks_at(key);
  return model_number(1, kLargestKey);
}

/// What it writes is as long as the key is. That is not known, so that it is what the program has
/// room for.
static int encrypts(int bytes, const unsigned char *from, unsigned char *to, RSA *key) {
  model_looks_at(key);
  raceward_reads(from, (size_t)bytes);
  raceward_writes_all(to);
  return model_number(-1, kLargestKey);
}
int RSA_private_encrypt(int bytes, const unsigned char *from, unsigned char *to, RSA *key,
                        int padding) {
  return encrypts(bytes, from, to, key);
}
int RSA_private_decrypt(int bytes, const unsigned char *from, unsigned char *to, RSA *key,
                        int padding) {
  return encrypts(bytes, from, to, key);
}
int RSA_public_encrypt(int bytes, const unsigned char *from, unsigned char *to, RSA *key,
                       int padding) {
  return encrypts(bytes, from, to, key);
}
int RSA_public_decrypt(int bytes, const unsigned char *from, unsigned char *to, RSA *key,
                       int padding) {
  return encrypts(bytes, from, to, key);
}

void DH_free(DH *key) {
  free(key);
}
int DH_size(const DH *key) {
  model_looks_at(key);
  return model_number(1, kLargestKey);
}

/// Writes a key in binary form: to `*to`, which then points behind it, or to new memory.
static int exports(const void *key, unsigned char **to) {
  model_looks_at(key);
  const int bytes = model_number(-1, 4 * kLargestKey);
  if (to != NULL && bytes > 0) {
    if (*to != NULL) {
      raceward_writes(*to, (size_t)bytes);
      *to += bytes;
    } else {
      *to = raceward_new((size_t)bytes);
    }
  }
  return bytes;
}
int i2d_RSAPrivateKey(const RSA *key, unsigned char **to) {
  return exports(key, to);
}
int i2d_RSAPublicKey(const RSA *key, unsigned char **to) {
  return exports(key, to);
}
int i2d_ECPrivateKey(void *key, unsigned char **to) {
  return exports(key, to);
}
int i2o_ECPublicKey(void *key, unsigned char **to) {
  return exports(key, to);
}

// -- certificates ------------------------------------------------------------------------------

typedef struct asn1_string_st ASN1_STRING;
struct asn1_string_st { // programs read it
  int length;
  int type;
  unsigned char *data;
  long flags;
};

typedef struct {
  char changed;
} X509_NAME_ENTRY;

typedef struct {
  char changed;
  X509_NAME_ENTRY entry;
} X509_NAME;

typedef struct {
  char changed;
  X509_NAME subject;
  X509_NAME issuer;
} X509;

static X509 *readsCertificate(BIO *stream, X509 **to, Password *password, void *argument) {
  model_changes(stream);
  if (password != NULL && raceward_any_bool()) {
    char text[64];
    password(text, sizeof text, 0, argument);
  }
  if (raceward_any_failure())
    return NULL;
  X509 *certificate = model_object(sizeof *certificate);
  if (to != NULL)
    *to = certificate;
  return certificate;
}
X509 *PEM_read_bio_X509(BIO *stream, X509 **to, Password *password, void *argument) {
  return readsCertificate(stream, to, password, argument);
}
X509 *PEM_read_bio_X509_AUX(BIO *stream, X509 **to, Password *password, void *argument) {
  return readsCertificate(stream, to, password, argument);
}
void X509_free(X509 *certificate) {
  if (certificate != NULL)
    model_looks_at(certificate); // counts references
}
X509_NAME *X509_get_subject_name(X509 *certificate) {
  model_looks_at(certificate);
  return &certificate->subject;
}
X509_NAME *X509_get_issuer_name(X509 *certificate) {
  model_looks_at(certificate);
  return &certificate->issuer;
}
int X509_NAME_get_index_by_NID(X509_NAME *name, int kind, int after) {
  model_looks_at(name);
  model_error_number();
  return model_number(-2, 64);
}
X509_NAME_ENTRY *X509_NAME_get_entry(X509_NAME *name, int index) {
  model_looks_at(name);
  return raceward_any_failure() ? NULL : &name->entry;
}
static ASN1_STRING *newString(void) {
  ASN1_STRING *text = raceward_new(sizeof *text);
  text->data = (unsigned char *)model_text();
  text->length = model_number(0, 15);
  return text;
}
ASN1_STRING *X509_NAME_ENTRY_get_data(X509_NAME_ENTRY *entry) {
  model_looks_at(entry);
  return newString();
}
char *X509_NAME_oneline(X509_NAME *name, char *to, int bytes) {
  model_looks_at(name);
  if (to == NULL)
    return model_text();
  model_writes_text(to, (size_t)bytes);
  return to;
}
int ASN1_STRING_to_UTF8(unsigned char **to, ASN1_STRING *from) {
  raceward_reads(from, sizeof *from);
  const int bytes = model_number(-1, 15);
  if (bytes >= 0)
    *to = (unsigned char *)model_text();
  return bytes;
}

// -- stacks ------------------------------------------------------------------------------------

typedef struct {
  int count;
  void **items;
} Stack;

#define BOTH(RESULT, NAME, PARAMETERS, ARGUMENTS)                                                  \
  RESULT OPENSSL_##NAME PARAMETERS {                                                               \
    return NAME ARGUMENTS;                                                                         \
  }

Stack *sk_new_null(void) {
  return model_object(sizeof(Stack));
}
int sk_push(Stack *stack, void *item) {
  void **items = raceward_new((size_t)(stack->count + 1) * sizeof *items);
  for (int i = 0; i < stack->count; ++i)
    items[i] = stack->items[i];
  items[stack->count] = item;
  free(stack->items);
  stack->items = items;
  return ++stack->count;
}
int sk_num(const Stack *stack) {
  return stack != NULL ? stack->count : -1;
}
void *sk_value(const Stack *stack, int index) {
  return stack != NULL && index >= 0 && index < stack->count ? stack->items[index] : NULL;
}
void *sk_pop(Stack *stack) {
  return stack != NULL && stack->count > 0 ? stack->items[--stack->count] : NULL;
}
void sk_free(Stack *stack) {
  if (stack == NULL)
    return;
  free(stack->items);
  free(stack);
}
void sk_pop_free(Stack *stack, void (*end)(void *)) {
  if (stack == NULL)
    return;
  for (int i = 0; i < stack->count; ++i)
    if (stack->items[i] != NULL)
      end(stack->items[i]);
  sk_free(stack);
}
BOTH(Stack *, sk_new_null, (void), ())
BOTH(int, sk_push, (Stack * stack, void *item), (stack, item))
BOTH(int, sk_num, (const Stack *stack), (stack))
BOTH(void *, sk_value, (const Stack *stack, int index), (stack, index))
BOTH(void *, sk_pop, (Stack * stack), (stack))
void OPENSSL_sk_free(Stack *stack) {
  sk_free(stack);
}
void OPENSSL_sk_pop_free(Stack *stack, void (*end)(void *)) {
  sk_pop_free(stack, end);
}

/// Extensions are structs of many kinds; the one that programs ask for is a list of names of the
/// host, each of which has a kind and a text.
void *X509_get_ext_d2i(X509 *certificate, int kind, int *critical, int *index) {
  enum { kOtherNames = 85 };
  struct name {
    int kind;
    void *value;
  };
  model_looks_at(certificate);
  if (critical != NULL)
    *critical = model_number(-2, 1);
  if (index != NULL)
    *index = raceward_any_int();
  if (kind != kOtherNames)
    raceward_gap("X509_get_ext_d2i() of an extension that is not known");
  if (raceward_any_failure())
    return NULL;
  Stack *names = sk_new_null();
  while (raceward_any_bool()) {
    struct name *name = raceward_new(sizeof *name);
    name->value = newString();
    sk_push(names, name);
  }
  return names;
}
/// Frees a name; programs give it to sk_pop_free().
void GENERAL_NAME_free(void *name) {
  free(name);
}
