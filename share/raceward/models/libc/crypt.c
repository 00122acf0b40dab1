// <crypt.h>, whose header need not be installed where Raceward is built. Results are guesses.
// crypt() and crypt_gensalt() return a buffer that all threads share.
#include "model.h"

#include <stdlib.h>
#include <string.h>

enum { kOutput = 384, kSalt = 192, kData = 32768 };
struct crypt_data; // begins with the output

#define PUBLIC(type, name, ...)                                                                    \
  type name(__VA_ARGS__);                                                                          \
  type name(__VA_ARGS__)

/// A setting that is not valid.
static int refuses(void) {
  const int failed = -(int)raceward_guess_bool();
  errno = (errno & ~failed) | (model_any_error() & failed);
  return failed;
}
static char *result_in(char *to, size_t bytes) {
  raceward_guess_bytes(to, bytes);
  to[bytes - 1] = 0;
  return refuses() ? NULL : to;
}
static void reads_both(const char *phrase, const char *setting) {
  if (phrase != NULL)
    raceward_reads_text(phrase);
  if (setting != NULL)
    raceward_reads_text(setting);
}

PUBLIC(char *, crypt, const char *phrase, const char *setting) {
  static char state_of_crypt[kOutput];
  reads_both(phrase, setting);
  return result_in(state_of_crypt, kOutput);
}
PUBLIC(char *, crypt_r, const char *phrase, const char *setting, struct crypt_data *data) {
  reads_both(phrase, setting);
  raceward_reads(data, kData);
  raceward_writes(data, kData);
  return result_in((char *)data, kOutput);
}
PUBLIC(char *, crypt_rn, const char *phrase, const char *setting, void *data, int bytes) {
  reads_both(phrase, setting);
  if (bytes < kData) {
    if (bytes >= 3)
      memcpy(data, "*0", 3);
    errno = ERANGE;
    return NULL;
  }
  return crypt_r(phrase, setting, data);
}
PUBLIC(char *, crypt_ra, const char *phrase, const char *setting, void **data, int *bytes) {
  reads_both(phrase, setting);
  if (*data == NULL || *bytes < kData) {
    *data = realloc(*data, kData);
    *bytes = kData;
    if (*data == NULL)
      return NULL;
  }
  return crypt_r(phrase, setting, *data);
}

static void reads_salt(const char *prefix, const char *random, int bytes) {
  if (prefix != NULL)
    raceward_reads_text(prefix);
  if (random != NULL && bytes > 0)
    raceward_reads(random, (size_t)bytes);
}
PUBLIC(char *, crypt_gensalt, const char *prefix, unsigned long count, const char *random,
       int bytes) {
  static char state_of_crypt_gensalt[kSalt];
  reads_salt(prefix, random, bytes);
  return result_in(state_of_crypt_gensalt, kSalt);
}
PUBLIC(char *, crypt_gensalt_rn, const char *prefix, unsigned long count, const char *random,
       int bytes, char *to, int room) {
  reads_salt(prefix, random, bytes);
  if (room < 3) {
    errno = ERANGE;
    return NULL;
  }
  return result_in(to, room < kSalt ? (size_t)room : kSalt);
}
PUBLIC(char *, crypt_gensalt_r, const char *prefix, unsigned long count, const char *random,
       int bytes, char *to, int room) {
  return crypt_gensalt_rn(prefix, count, random, bytes, to, room);
}
PUBLIC(char *, crypt_gensalt_ra, const char *prefix, unsigned long count, const char *random,
       int bytes) {
  reads_salt(prefix, random, bytes);
  if (refuses())
    return NULL;
  char *made = raceward_new(kSalt);
  raceward_guess_bytes(made, kSalt);
  made[kSalt - 1] = 0;
  return made;
}
PUBLIC(int, crypt_checksalt, const char *setting) {
  if (setting != NULL)
    raceward_reads_text(setting);
  return model_guess(0, 4);
}
PUBLIC(const char *, crypt_preferred_method, void) {
  static const char method[] = "$y$";
  return method;
}

// DES, with a key that all threads share.

static char state_of_setkey[64];
PUBLIC(void, setkey, const char *key) {
  raceward_reads(key, 64);
  raceward_writes(state_of_setkey, 64);
}
PUBLIC(void, encrypt, char *block, int is_decryption) {
  raceward_writes(state_of_setkey, 1); // it computes there
  raceward_reads(state_of_setkey, 64);
  raceward_reads(block, 64);
  for (int i = 0; i < 64; ++i)
    block[i] = (char)raceward_guess_bool();
}
PUBLIC(void, setkey_r, const char *key, struct crypt_data *data) {
  raceward_reads(key, 64);
  raceward_writes(data, kData);
}
PUBLIC(void, encrypt_r, char *block, int is_decryption, struct crypt_data *data) {
  raceward_reads(data, kData);
  raceward_reads(block, 64);
  for (int i = 0; i < 64; ++i)
    block[i] = (char)raceward_guess_bool();
}
