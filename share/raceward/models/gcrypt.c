// libgcrypt's ciphers (<gcrypt.h>). A handle belongs to one thread at a time.
#include "object.h"

const char *gcry_check_version(const char *wanted) {
  model_reads_text_if_given(wanted);
  return raceward_any_failure() ? NULL : model_text();
}
/// Commands that programs use have numbers as arguments.
unsigned gcry_control(int command, ...) {
  return raceward_any_uint();
}
const char *gcry_strerror(unsigned error) {
  return model_text();
}
unsigned gcry_cipher_open(void **to, int algorithm, int mode, unsigned flags) {
  const unsigned status = raceward_any_uint();
  *to = status == 0 ? model_object(1) : NULL;
  return status;
}
void gcry_cipher_close(void *handle) {
  free(handle);
}
unsigned gcry_cipher_setkey(void *handle, const void *key, size_t bytes) {
  model_changes(handle);
  raceward_reads(key, bytes);
  return raceward_any_uint();
}
unsigned gcry_cipher_setiv(void *handle, const void *from, size_t bytes) {
  return gcry_cipher_setkey(handle, from, bytes);
}
/// Without input, it works in place.
static unsigned ciphers(void *handle, void *to, size_t room, const void *from, size_t bytes) {
  model_changes(handle);
  if (from != NULL)
    raceward_reads(from, bytes);
  else
    raceward_reads(to, room);
  raceward_writes(to, from != NULL && bytes < room ? bytes : room);
  return raceward_any_uint();
}
unsigned gcry_cipher_encrypt(void *handle, void *to, size_t room, const void *from, size_t bytes) {
  return ciphers(handle, to, room, from, bytes);
}
unsigned gcry_cipher_decrypt(void *handle, void *to, size_t room, const void *from, size_t bytes) {
  return ciphers(handle, to, room, from, bytes);
}
