// OpenSSL: digests, ciphers, random numbers.
//
// The state of a digest is a struct of the program, whose size is that of OpenSSL 1.0 to 3. A
// digest that gets no place for its result puts it into memory that all threads share. What chooses
// an algorithm may read the settings of the library first, and change errno.
#include "object.h"

typedef struct env_md_st EVP_MD;
typedef struct evp_cipher_st EVP_CIPHER;

#define DIGEST(NAME, STATE, RESULT)                                                                \
  typedef struct {                                                                                 \
    char bytes[STATE];                                                                             \
  } NAME##_CTX;                                                                                    \
  static unsigned char state_of_##NAME[RESULT];                                                    \
  int NAME##_Init(NAME##_CTX *state) {                                                             \
    raceward_writes(state, sizeof *state);                                                         \
    return 1;                                                                                      \
  }                                                                                                \
  int NAME##_Update(NAME##_CTX *state, const void *data, size_t bytes) {                           \
    raceward_reads(data, bytes);                                                                   \
    raceward_writes(state, sizeof *state);                                                         \
    return 1;                                                                                      \
  }                                                                                                \
  int NAME##_Final(unsigned char *to, NAME##_CTX *state) {                                         \
    raceward_writes(state, sizeof *state);                                                         \
    raceward_writes(to, RESULT);                                                                   \
    return 1;                                                                                      \
  }                                                                                                \
  static unsigned char *digest_##NAME(const unsigned char *data, size_t bytes,                     \
                                      unsigned char *to) {                                         \
    raceward_reads(data, bytes);                                                                   \
    model_error_number();                                                                          \
    if (to == NULL)                                                                                \
      to = state_of_##NAME;                                                                        \
    raceward_writes(to, RESULT);                                                                   \
    return to;                                                                                     \
  }

DIGEST(MD4, 92, 16)
DIGEST(MD5, 92, 16)
DIGEST(SHA, 96, 20)
DIGEST(SHA1, 96, 20)
DIGEST(RIPEMD160, 96, 20)
DIGEST(SHA224, 112, 28)
DIGEST(SHA256, 112, 32)
DIGEST(SHA384, 216, 48)
DIGEST(SHA512, 216, 64)

#define AT_ONCE(NAME, FUNCTION)                                                                    \
  unsigned char *FUNCTION(const unsigned char *data, size_t bytes, unsigned char *to) {            \
    return digest_##NAME(data, bytes, to);                                                         \
  }
AT_ONCE(MD4, MD4)
AT_ONCE(MD5, MD5)
AT_ONCE(SHA, SHA)
AT_ONCE(SHA1, SHA1)
AT_ONCE(RIPEMD160, RIPEMD160)
AT_ONCE(SHA224, SHA224)
AT_ONCE(SHA256, SHA256)
AT_ONCE(SHA384, SHA384)
AT_ONCE(SHA512, SHA512)

// -- any digest --------------------------------------------------------------------------------

enum { kLargestDigest = 64 };
static const char kinds[1];
static unsigned char state_of_HMAC[kLargestDigest];

#define KIND(TYPE, FUNCTION)                                                                       \
  const TYPE *FUNCTION(void) {                                                                     \
    return (const TYPE *)(const void *)kinds;                                                      \
  }
KIND(EVP_MD, EVP_md5)
KIND(EVP_MD, EVP_sha1)
KIND(EVP_MD, EVP_sha224)
KIND(EVP_MD, EVP_sha256)
KIND(EVP_MD, EVP_sha384)
KIND(EVP_MD, EVP_sha512)
KIND(EVP_CIPHER, EVP_aes_128_cbc)
KIND(EVP_CIPHER, EVP_aes_128_ecb)
KIND(EVP_CIPHER, EVP_aes_128_ctr)
KIND(EVP_CIPHER, EVP_aes_256_cbc)
KIND(EVP_CIPHER, EVP_aes_256_ecb)
KIND(EVP_CIPHER, EVP_aes_256_ctr)

unsigned char *HMAC(const EVP_MD *kind, const void *key, int keyBytes, const unsigned char *data,
                    size_t bytes, unsigned char *to, unsigned *written) {
  model_error_number();
  raceward_reads(key, (size_t)keyBytes);
  raceward_reads(data, bytes);
  if (to == NULL)
    to = state_of_HMAC;
  raceward_writes_all(to); // as long as the digest is
  if (written != NULL)
    *written = (unsigned)model_number(1, kLargestDigest);
  return raceward_any_failure() ? NULL : to;
}
int PKCS5_PBKDF2_HMAC(const char *password, int passwordBytes, const unsigned char *salt,
                      int saltBytes, int rounds, const EVP_MD *kind, int bytes, unsigned char *to) {
  if (passwordBytes < 0)
    raceward_reads_text(password);
  else
    raceward_reads(password, (size_t)passwordBytes);
  raceward_reads(salt, (size_t)saltBytes);
  raceward_writes(to, (size_t)bytes);
  model_error_number();
  return raceward_any_bool();
}

typedef struct evp_md_ctx_st EVP_MD_CTX;
EVP_MD_CTX *EVP_MD_CTX_new(void) {
  return model_object(64);
}
EVP_MD_CTX *EVP_MD_CTX_create(void) {
  return model_object(64);
}
void EVP_MD_CTX_free(EVP_MD_CTX *state) {
  free(state);
}
void EVP_MD_CTX_destroy(EVP_MD_CTX *state) {
  free(state);
}
int EVP_DigestInit(EVP_MD_CTX *state, const EVP_MD *kind) {
  model_changes(state);
  model_error_number();
  return raceward_any_bool();
}
int EVP_DigestInit_ex(EVP_MD_CTX *state, const EVP_MD *kind, void *engine) {
  model_changes(state);
  model_error_number();
  return raceward_any_bool();
}
int EVP_DigestUpdate(EVP_MD_CTX *state, const void *data, size_t bytes) {
  model_changes(state);
  raceward_reads(data, bytes);
  return raceward_any_bool();
}
int EVP_DigestFinal_ex(EVP_MD_CTX *state, unsigned char *to, unsigned *written) {
  model_changes(state);
  raceward_writes_all(to);
  if (written != NULL)
    *written = (unsigned)model_number(1, kLargestDigest);
  return raceward_any_bool();
}
int EVP_DigestFinal(EVP_MD_CTX *state, unsigned char *to, unsigned *written) {
  return EVP_DigestFinal_ex(state, to, written);
}

// -- any cipher --------------------------------------------------------------------------------

enum { kLargestKey = 32, kLargestBlock = 16 };
typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;

EVP_CIPHER_CTX *EVP_CIPHER_CTX_new(void) {
  return model_object(64);
}
void EVP_CIPHER_CTX_free(EVP_CIPHER_CTX *state) {
  free(state);
}
int EVP_CIPHER_CTX_set_padding(EVP_CIPHER_CTX *state, int padding) {
  model_changes(state);
  return raceward_any_bool();
}
/// Key and start vector are as long as the cipher wants them.
int EVP_CipherInit(EVP_CIPHER_CTX *state, const EVP_CIPHER *kind, const unsigned char *key,
                   const unsigned char *start, int encrypt) {
  model_changes(state);
  model_error_number();
  if (key != NULL)
    raceward_reads_all(key);
  if (start != NULL)
    raceward_reads_all(start);
  return raceward_any_bool();
}
int EVP_CipherUpdate(EVP_CIPHER_CTX *state, unsigned char *to, int *written,
                     const unsigned char *from, int bytes) {
  model_changes(state);
  raceward_reads(from, (size_t)bytes);
  if (to != NULL)
    raceward_writes(to, (size_t)bytes);
  if (written != NULL)
    *written = model_number(0, bytes + kLargestBlock - 1);
  return raceward_any_bool();
}
int EVP_CipherFinal(EVP_CIPHER_CTX *state, unsigned char *to, int *written) {
  model_changes(state);
  const int bytes = model_number(0, kLargestBlock);
  if (to != NULL)
    raceward_writes(to, (size_t)bytes);
  if (written != NULL)
    *written = bytes;
  return raceward_any_bool();
}

#define CIPHER(NAME)                                                                               \
  int EVP_##NAME##Init_ex(EVP_CIPHER_CTX *state, const EVP_CIPHER *kind, void *engine,             \
                          const unsigned char *key, const unsigned char *start) {                  \
    return EVP_CipherInit(state, kind, key, start, 1);                                             \
  }                                                                                                \
  int EVP_##NAME##Init(EVP_CIPHER_CTX *state, const EVP_CIPHER *kind, const unsigned char *key,    \
                       const unsigned char *start) {                                               \
    return EVP_CipherInit(state, kind, key, start, 1);                                             \
  }                                                                                                \
  int EVP_##NAME##Update(EVP_CIPHER_CTX *state, unsigned char *to, int *written,                   \
                         const unsigned char *from, int bytes) {                                   \
    return EVP_CipherUpdate(state, to, written, from, bytes);                                      \
  }                                                                                                \
  int EVP_##NAME##Final_ex(EVP_CIPHER_CTX *state, unsigned char *to, int *written) {               \
    return EVP_CipherFinal(state, to, written);                                                    \
  }                                                                                                \
  int EVP_##NAME##Final(EVP_CIPHER_CTX *state, unsigned char *to, int *written) {                  \
    return EVP_CipherFinal(state, to, written);                                                    \
  }
CIPHER(Encrypt)
CIPHER(Decrypt)

// -- ciphers with a name -----------------------------------------------------------------------

enum { kAesKey = 244, kBlowfishKey = 4168, kDesKey = 128, kDesBlock = 8 }; // bytes

int AES_set_encrypt_key(const unsigned char *from, const int bits, void *key) {
  raceward_reads(from, (size_t)bits / 8);
  raceward_writes(key, kAesKey);
  return model_number(-2, 0);
}
int AES_set_decrypt_key(const unsigned char *from, const int bits, void *key) {
  return AES_set_encrypt_key(from, bits, key);
}
void AES_encrypt(const unsigned char *from, unsigned char *to, const void *key) {
  raceward_reads(key, kAesKey);
  raceward_reads(from, kLargestBlock);
  raceward_writes(to, kLargestBlock);
}
void AES_decrypt(const unsigned char *from, unsigned char *to, const void *key) {
  AES_encrypt(from, to, key);
}
void AES_cbc_encrypt(const unsigned char *from, unsigned char *to, size_t bytes, const void *key,
                     unsigned char *vector, const int encrypt) {
  raceward_reads(key, kAesKey);
  raceward_reads(from, bytes);
  raceward_reads(vector, kLargestBlock);
  raceward_writes(vector, kLargestBlock);
  // The last block is filled up when encrypting.
  raceward_writes(to, encrypt ? (bytes + kLargestBlock - 1) & ~(size_t)(kLargestBlock - 1) : bytes);
}

void BF_set_key(void *key, int bytes, const unsigned char *from) {
  raceward_reads(from, (size_t)bytes);
  raceward_writes(key, kBlowfishKey);
}
void BF_cfb64_encrypt(const unsigned char *from, unsigned char *to, long bytes, const void *key,
                      unsigned char *vector, int *used, int encrypt) {
  raceward_reads(key, kBlowfishKey);
  raceward_reads(from, (size_t)bytes);
  raceward_writes(to, (size_t)bytes);
  raceward_reads(vector, kDesBlock);
  raceward_writes(vector, kDesBlock);
  *used = (*used + (int)bytes) & 7;
}

int DES_set_key(void *from, void *key) {
  raceward_reads(from, kDesBlock);
  raceward_writes(key, kDesKey);
  return model_number(-2, 0);
}
void DES_set_odd_parity(void *key) {
  raceward_reads(key, kDesBlock);
  raceward_writes(key, kDesBlock);
}
void DES_ecb_encrypt(void *from, void *to, void *key, int encrypt) {
  raceward_reads(key, kDesKey);
  raceward_reads(from, kDesBlock);
  raceward_writes(to, kDesBlock);
}

// -- random numbers ----------------------------------------------------------------------------

int RAND_bytes(unsigned char *to, int bytes) {
  model_error_number();
  raceward_writes(to, (size_t)bytes);
  return raceward_any_bool();
}
int RAND_pseudo_bytes(unsigned char *to, int bytes) {
  return RAND_bytes(to, bytes);
}
void RAND_seed(const void *from, int bytes) {
  model_error_number();
  raceward_reads(from, (size_t)bytes);
}
void RAND_add(const void *from, int bytes, double entropy) {
  model_error_number();
  raceward_reads(from, (size_t)bytes);
}
int RAND_status(void) {
  model_error_number();
  return raceward_any_bool();
}
int RAND_poll(void) {
  model_error_number();
  return raceward_any_bool();
}
