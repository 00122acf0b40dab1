// Messages of the domain name system (<arpa/nameser.h>): parsing, and names in them.
#include "text.h"

#include <arpa/nameser.h>
#include <netinet/in.h>

/// A length, or -1 with an error number.
static int failure(void) {
  const int failed = -(int)raceward_guess_bool();
  errno = (errno & ~failed) | (model_any_error() & failed);
  return failed;
}
static int lengthOrFailure(size_t most) {
  return (int)model_guess_up_to(most) | failure();
}

unsigned ns_get16(const unsigned char *from) {
  return (unsigned)from[0] << 8 | from[1];
}
unsigned long ns_get32(const unsigned char *from) {
  return (unsigned long)from[0] << 24 | (unsigned long)from[1] << 16 | (unsigned long)from[2] << 8 |
         from[3];
}
void ns_put16(unsigned value, unsigned char *to) {
  to[0] = (unsigned char)(value >> 8);
  to[1] = (unsigned char)value;
}
void ns_put32(unsigned long value, unsigned char *to) {
  to[0] = (unsigned char)(value >> 24);
  to[1] = (unsigned char)(value >> 16);
  to[2] = (unsigned char)(value >> 8);
  to[3] = (unsigned char)value;
}

int ns_msg_getflag(ns_msg message, int flag) {
  return raceward_guess_int() & 15;
}

int ns_initparse(const unsigned char *message, int length, ns_msg *to) {
  raceward_reads(message, (size_t)length);
  raceward_guess_bytes(to, sizeof *to);
  to->_msg = message;
  to->_eom = message + length;
  to->_msg_ptr = message;
  for (int i = 0; i < ns_s_max; ++i)
    to->_sections[i] = raceward_guess_bool() ? message : NULL;
  return failure();
}

int ns_parserr(ns_msg *message, ns_sect section, int number, ns_rr *to) {
  raceward_reads(message->_msg, (size_t)(message->_eom - message->_msg));
  message->_sect = section;
  message->_rrnum = raceward_guess_int();
  const size_t at = model_guess_up_to((size_t)(message->_eom - message->_msg));
  message->_msg_ptr = message->_msg + at;
  const int status = failure();
  if (status == 0) {
    model_guesses_text(to->name, sizeof to->name);
    to->type = (uint16_t)raceward_guess_uint();
    to->rr_class = (uint16_t)raceward_guess_uint();
    to->ttl = raceward_guess_uint();
    to->rdlength = (uint16_t)raceward_guess_uint();
    to->rdata = message->_msg + at;
  }
  return status;
}

int ns_skiprr(const unsigned char *from, const unsigned char *end, ns_sect section, int count) {
  raceward_reads(from, (size_t)(end - from));
  return lengthOrFailure((size_t)(end - from));
}

int ns_sprintrrf(const unsigned char *message, size_t length, const char *name, ns_class class,
                 ns_type type, unsigned long ttl, const unsigned char *data, size_t dataLength,
                 const char *context, const char *origin, char *to, size_t bytes) {
  raceward_reads(message, length);
  raceward_reads(data, dataLength);
  raceward_reads_text(name);
  if (context != NULL)
    raceward_reads_text(context);
  if (origin != NULL)
    raceward_reads_text(origin);
  model_guesses_text(to, bytes);
  return lengthOrFailure(bytes);
}

int ns_sprintrr(const ns_msg *message, const ns_rr *record, const char *context, const char *origin,
                char *to, size_t bytes) {
  return ns_sprintrrf(message->_msg, (size_t)(message->_eom - message->_msg), record->name,
                      (ns_class)record->rr_class, (ns_type)record->type, record->ttl, record->rdata,
                      record->rdlength, context, origin, to, bytes);
}

int ns_format_ttl(unsigned long ttl, char *to, size_t bytes) {
  model_guesses_text(to, bytes);
  return lengthOrFailure(bytes);
}
int ns_parse_ttl(const char *text, unsigned long *to) {
  raceward_reads_text(text);
  *to = raceward_guess_ulong();
  return failure();
}
uint32_t ns_datetosecs(const char *text, int *failed) {
  raceward_reads_text(text);
  *failed = raceward_guess_bool();
  return raceward_guess_uint();
}

// -- names -------------------------------------------------------------------------------------

// On the wire, a name ends with an empty label: a zero byte, so that it can be read as a text. One
// with references reaches as far as the message does.

int ns_name_ntop(const unsigned char *from, char *to, size_t bytes) {
  raceward_reads_text((const char *)from);
  model_guesses_text(to, bytes);
  return lengthOrFailure(bytes);
}
int ns_name_ntol(const unsigned char *from, unsigned char *to, size_t bytes) {
  raceward_reads_text((const char *)from);
  raceward_guess_bytes(to, bytes);
  return lengthOrFailure(bytes);
}
int ns_name_pton(const char *from, unsigned char *to, size_t bytes) {
  raceward_reads_text(from);
  raceward_guess_bytes(to, bytes);
  return lengthOrFailure(1);
}

int ns_name_unpack(const unsigned char *message, const unsigned char *end,
                   const unsigned char *from, unsigned char *to, size_t bytes) {
  raceward_reads(message, (size_t)(end - message));
  raceward_guess_bytes(to, bytes);
  return lengthOrFailure(255);
}
int ns_name_uncompress(const unsigned char *message, const unsigned char *end,
                       const unsigned char *from, char *to, size_t bytes) {
  raceward_reads(message, (size_t)(end - message));
  model_guesses_text(to, bytes);
  return lengthOrFailure(255);
}

/// Adds a name to the table of names that were compressed, which null ends.
static void remember(const unsigned char *name, const unsigned char **names,
                     const unsigned char **last) {
  if (names == NULL)
    return;
  if (*names != NULL)
    raceward_reads_all(*names); // the message, where its names are compared
  const unsigned char **at = names;
  while (*at != NULL && (last == NULL || at < last))
    ++at;
  if (last != NULL && at + 1 < last) {
    at[0] = name;
    at[1] = NULL;
  }
}

int ns_name_pack(const unsigned char *from, unsigned char *to, int bytes,
                 const unsigned char **names, const unsigned char **last) {
  raceward_reads_text((const char *)from);
  raceward_guess_bytes(to, (size_t)bytes);
  remember(to, names, last);
  return lengthOrFailure((size_t)bytes);
}
int ns_name_compress(const char *from, unsigned char *to, size_t bytes, const unsigned char **names,
                     const unsigned char **last) {
  raceward_reads_text(from);
  raceward_guess_bytes(to, bytes);
  remember(to, names, last);
  return lengthOrFailure(bytes);
}
void ns_name_rollback(const unsigned char *from, const unsigned char **names,
                      const unsigned char **last) {
  for (; names < last && *names != NULL; ++names)
    if (raceward_guess_bool()) { // it lies behind `from`
      *names = NULL;
      return;
    }
}
int ns_name_skip(const unsigned char **at, const unsigned char *end) {
  const int status = failure();
  raceward_reads(*at, (size_t)(end - *at));
  if (status == 0) {
    *at += model_guess_up_to((size_t)(end - *at));
  }
  return status;
}

int ns_makecanon(const char *from, char *to, size_t bytes) {
  raceward_reads_text(from);
  model_guesses_text(to, bytes);
  return failure();
}

#define COMPARES(FUNCTION)                                                                         \
  int FUNCTION(const char *first, const char *second) {                                            \
    raceward_reads_text(first);                                                                    \
    raceward_reads_text(second);                                                                   \
    return lengthOrFailure(1);                                                                     \
  }
COMPARES(ns_samename)
COMPARES(ns_samedomain)
COMPARES(ns_subdomain)
