// The resolver (<resolv.h>). Messages themselves are in name_messages.c.
//
// The state of the resolver belongs to a thread, unless the program has one of its own. A message
// reaches from its start to its end; functions that look at a part of it may follow references to
// any other part. Older glibc has most functions under a second name.
#include "text.h"

#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdio.h>

/// A length, or -1. Either may change errno.
static int lengthOrFailure(size_t most) {
  model_error_number();
  return (int)model_up_to(most + 1) - 1;
}

static void readsMessage(const unsigned char *message, const unsigned char *end) {
  raceward_reads(message, (size_t)(end - message));
}

static _Thread_local struct __res_state own_state;

struct __res_state *__res_state(void) {
  return &own_state;
}

int __res_ninit(res_state state) {
  raceward_writes(state, sizeof *state);
  return lengthOrFailure(0);
}

int __res_init(void) {
  return __res_ninit(&own_state);
}

/// Sockets and flags are at the end of the state.
static void changesFrom(res_state state, void *part) {
  raceward_writes(part, (size_t)((char *)(state + 1) - (char *)part));
}

void __res_nclose(res_state state) {
  raceward_reads(state, sizeof *state);
  changesFrom(state, &state->_vcsock);
}

void __res_close(void) {}

static int answer(res_state state, unsigned char *to, int bytes) {
  raceward_reads(state, sizeof *state);
  changesFrom(state, &state->res_h_errno);
  state->id = raceward_any_ushort();
  raceward_writes(to, (size_t)bytes);
  *__h_errno_location() = raceward_any_int();
  return lengthOrFailure(65535);
}

int res_nquery(res_state state, const char *name, int class, int type, unsigned char *to,
               int bytes) {
  raceward_reads_text(name);
  return answer(state, to, bytes);
}

int res_nsearch(res_state state, const char *name, int class, int type, unsigned char *to,
                int bytes) {
  raceward_reads_text(name);
  return answer(state, to, bytes);
}

int res_nquerydomain(res_state state, const char *name, const char *domain, int class, int type,
                     unsigned char *to, int bytes) {
  raceward_reads_text(name);
  if (domain != NULL)
    raceward_reads_text(domain);
  return answer(state, to, bytes);
}

int res_nmkquery(res_state state, int operation, const char *name, int class, int type,
                 const unsigned char *data, int length, const unsigned char *unused,
                 unsigned char *to, int bytes) {
  raceward_reads_text(name);
  if (data != NULL)
    raceward_reads(data, (size_t)length);
  raceward_reads(state, sizeof *state);
  state->id = raceward_any_ushort();
  raceward_writes(to, (size_t)bytes);
  return lengthOrFailure((size_t)bytes);
}

int res_nsend(res_state state, const unsigned char *message, int length, unsigned char *to,
              int bytes) {
  raceward_reads(message, (size_t)length);
  return answer(state, to, bytes);
}

int res_query(const char *name, int class, int type, unsigned char *to, int bytes) {
  return res_nquery(&own_state, name, class, type, to, bytes);
}
int res_search(const char *name, int class, int type, unsigned char *to, int bytes) {
  return res_nsearch(&own_state, name, class, type, to, bytes);
}
int res_querydomain(const char *name, const char *domain, int class, int type, unsigned char *to,
                    int bytes) {
  return res_nquerydomain(&own_state, name, domain, class, type, to, bytes);
}
int res_mkquery(int operation, const char *name, int class, int type, const unsigned char *data,
                int length, const unsigned char *unused, unsigned char *to, int bytes) {
  return res_nmkquery(&own_state, operation, name, class, type, data, length, unused, to, bytes);
}
int res_send(const unsigned char *message, int length, unsigned char *to, int bytes) {
  return res_nsend(&own_state, message, length, to, bytes);
}

int __res_query(const char *name, int class, int type, unsigned char *to, int bytes) {
  return res_query(name, class, type, to, bytes);
}
int __res_search(const char *name, int class, int type, unsigned char *to, int bytes) {
  return res_search(name, class, type, to, bytes);
}
int __res_querydomain(const char *name, const char *domain, int class, int type, unsigned char *to,
                      int bytes) {
  return res_querydomain(name, domain, class, type, to, bytes);
}
int __res_mkquery(int operation, const char *name, int class, int type, const unsigned char *data,
                  int length, const unsigned char *unused, unsigned char *to, int bytes) {
  return res_mkquery(operation, name, class, type, data, length, unused, to, bytes);
}
int __res_send(const unsigned char *message, int length, unsigned char *to, int bytes) {
  return res_send(message, length, to, bytes);
}
int __res_nquery(res_state state, const char *name, int class, int type, unsigned char *to,
                 int bytes) {
  return res_nquery(state, name, class, type, to, bytes);
}
int __res_nsearch(res_state state, const char *name, int class, int type, unsigned char *to,
                  int bytes) {
  return res_nsearch(state, name, class, type, to, bytes);
}

int __res_isourserver(const struct sockaddr_in *address) {
  raceward_reads(address, sizeof *address);
  return raceward_any_bool();
}
int __res_nameinquery(const char *name, int type, int class, const unsigned char *message,
                      const unsigned char *end) {
  raceward_reads_text(name);
  readsMessage(message, end);
  return lengthOrFailure(1);
}
int __res_queriesmatch(const unsigned char *first, const unsigned char *firstEnd,
                       const unsigned char *second, const unsigned char *secondEnd) {
  readsMessage(first, firstEnd);
  readsMessage(second, secondEnd);
  return lengthOrFailure(1);
}
unsigned __res_randomid(void) {
  return raceward_any_ushort();
}

static char state_of_hostalias[NS_MAXDNAME];

const char *__res_hostalias(const res_state state, const char *name, char *to, size_t bytes) {
  raceward_reads_text(name);
  raceward_reads(state, sizeof *state);
  model_error_number();
  if (raceward_any_failure())
    return NULL;
  model_writes_text(to, bytes);
  return to;
}
const char *__hostalias(const char *name) {
  return __res_hostalias(&own_state, name, state_of_hostalias, sizeof state_of_hostalias);
}

// -- names -------------------------------------------------------------------------------------

int dn_expand(const unsigned char *message, const unsigned char *end, const unsigned char *from,
              char *to, int bytes) {
  readsMessage(message, end);
  model_writes_text(to, (size_t)bytes);
  return lengthOrFailure(255);
}

/// The table of names that were compressed already ends with null, or at `last`; the name is added.
int dn_comp(const char *name, unsigned char *to, int bytes, unsigned char **names,
            unsigned char **last) {
  raceward_reads_text(name);
  raceward_writes(to, (size_t)bytes);
  if (names != NULL) {
    unsigned char **at = names;
    while (*at != NULL && (last == NULL || at < last))
      ++at;
    if (last != NULL && at + 1 < last) {
      at[0] = to;
      at[1] = NULL;
    }
    if (*names != NULL)
      raceward_reads_all(*names);
  }
  return lengthOrFailure((size_t)bytes);
}

int dn_skipname(const unsigned char *name, const unsigned char *end) {
  readsMessage(name, end);
  return lengthOrFailure((size_t)(end - name));
}

int __dn_expand(const unsigned char *message, const unsigned char *end, const unsigned char *from,
                char *to, int bytes) {
  return dn_expand(message, end, from, to, bytes);
}
int __dn_comp(const char *name, unsigned char *to, int bytes, unsigned char **names,
              unsigned char **last) {
  return dn_comp(name, to, bytes, names, last);
}
int __dn_skipname(const unsigned char *name, const unsigned char *end) {
  return dn_skipname(name, end);
}

#define TESTS_NAME(FUNCTION)                                                                       \
  int FUNCTION(const char *name) {                                                                 \
    raceward_reads_text(name);                                                                     \
    return raceward_any_bool();                                                                    \
  }
TESTS_NAME(res_hnok)
TESTS_NAME(res_dnok)
TESTS_NAME(res_ownok)
TESTS_NAME(res_mailok)

int __dn_count_labels(const char *name) {
  raceward_reads_text(name);
  return raceward_any_int() & 127;
}

void __putlong(uint32_t value, unsigned char *to) {
  to[0] = (unsigned char)(value >> 24);
  to[1] = (unsigned char)(value >> 16);
  to[2] = (unsigned char)(value >> 8);
  to[3] = (unsigned char)value;
}
void __putshort(uint16_t value, unsigned char *to) {
  to[0] = (unsigned char)(value >> 8);
  to[1] = (unsigned char)value;
}

// -- texts for people --------------------------------------------------------------------------

void __fp_nquery(const unsigned char *message, int length, FILE *to) {
  raceward_reads(message, (size_t)length);
  model_error_number();
}
void __fp_query(const unsigned char *message, FILE *to) {
  raceward_reads_all(message);
}
void __p_query(const unsigned char *message) {
  raceward_reads_all(message);
}
void __fp_resstat(const res_state state, FILE *to) {
  raceward_reads(state, sizeof *state);
}

static const unsigned char *afterName(const unsigned char *from, const unsigned char *message) {
  raceward_reads_all(message);
  return raceward_any_failure() ? NULL : from + 1 + (raceward_any_size() & 255);
}
const unsigned char *__p_cdname(const unsigned char *from, const unsigned char *message, FILE *to) {
  return afterName(from, message);
}
const unsigned char *__p_cdnname(const unsigned char *from, const unsigned char *message,
                                 int length, FILE *to) {
  return afterName(from, message);
}
const unsigned char *__p_fqname(const unsigned char *from, const unsigned char *message, FILE *to) {
  return afterName(from, message);
}
const unsigned char *__p_fqnname(const unsigned char *from, const unsigned char *message,
                                 int length, char *to, int bytes) {
  model_writes_text(to, (size_t)bytes);
  return afterName(from, message);
}

const char *__p_class(int class) {
  return model_text();
}
const char *__p_type(int type) {
  return model_text();
}
const char *__p_rcode(int code) {
  return model_text();
}

// These write into memory that all threads share.
static char state_of_p_option[40];
static char state_of_p_time[40];
static char state_of_sym_ntos[20];
static char state_of_loc_ntoa[87]; // the longest text

const char *__p_option(unsigned long option) {
  model_writes_text(state_of_p_option, sizeof state_of_p_option);
  return state_of_p_option;
}
const char *__p_time(uint32_t seconds) {
  model_writes_text(state_of_p_time, sizeof state_of_p_time);
  return state_of_p_time;
}

/// The symbol of a number in a table that an entry without name ends.
static const char *symbol(const struct res_sym *table, int number, int *found) {
  for (; table->name != NULL; ++table)
    if (table->number == number) {
      if (found != NULL)
        *found = 1;
      return raceward_any_bool() ? table->name : table->humanname;
    }
  model_writes_text(state_of_sym_ntos, sizeof state_of_sym_ntos);
  if (found != NULL)
    *found = 0;
  return state_of_sym_ntos;
}
const char *__sym_ntos(const struct res_sym *table, int number, int *found) {
  return symbol(table, number, found);
}
const char *__sym_ntop(const struct res_sym *table, int number, int *found) {
  return symbol(table, number, found);
}
int __sym_ston(const struct res_sym *table, const char *name, int *found) {
  raceward_reads_text(name);
  for (; table->name != NULL; ++table) {
    raceward_reads_text(table->name);
    if (raceward_any_bool())
      break;
  }
  if (found != NULL)
    *found = table->name != NULL;
  return table->number;
}

int __b64_ntop(const unsigned char *from, size_t length, char *to, size_t bytes) {
  raceward_reads(from, length);
  model_writes_text(to, bytes);
  return lengthOrFailure(bytes);
}
int __b64_pton(const char *text, unsigned char *to, size_t bytes) {
  raceward_reads_text(text);
  if (to != NULL)
    raceward_writes(to, bytes);
  return lengthOrFailure(bytes);
}

int __loc_aton(const char *text, unsigned char *to) {
  raceward_reads_text(text);
  const int valid = raceward_any_bool();
  if (valid)
    raceward_writes(to, 16);
  return 16 * valid;
}
const char *__loc_ntoa(const unsigned char *from, char *to) {
  raceward_reads(from, 16);
  if (to == NULL)
    to = state_of_loc_ntoa;
  model_writes_text(to, sizeof state_of_loc_ntoa);
  return to;
}
