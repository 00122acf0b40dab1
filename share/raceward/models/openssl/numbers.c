// OpenSSL: large numbers and elliptic curves (<openssl/bn.h>, <openssl/ec.h>).
//
// A number is a small struct, of the program or of the library, with its digits elsewhere. What
// takes it as `const` does not change it. A context for temporary numbers belongs to one thread.
#include "object.h"

typedef struct { // as programs have it that have numbers of their own
  unsigned long *digits;
  int top;
  int room;
  int negative;
  int flags;
} BIGNUM;
typedef struct bignum_ctx BN_CTX;

static void set(BIGNUM *number) {
  raceward_writes(number, sizeof *number);
}
static void get(const BIGNUM *number) {
  raceward_reads(number, sizeof *number);
}
static void temporary(BN_CTX *context) {
  if (context != NULL)
    model_changes(context);
}

BN_CTX *BN_CTX_new(void) {
  return model_object(1);
}
void BN_CTX_free(BN_CTX *context) {
  free(context);
}
void BN_CTX_start(BN_CTX *context) {
  model_changes(context);
}
void BN_CTX_end(BN_CTX *context) {
  model_changes(context);
}
BIGNUM *BN_CTX_get(BN_CTX *context) {
  model_changes(context);
  return model_object(sizeof(BIGNUM));
}

BIGNUM *BN_new(void) {
  return model_object(sizeof(BIGNUM));
}
void BN_init(BIGNUM *number) {
  set(number);
}
void BN_free(BIGNUM *number) { // one of the program is left as it is
  if (number != NULL)
    set(number);
}
void BN_clear_free(BIGNUM *number) {
  BN_free(number);
}
void BN_clear(BIGNUM *number) {
  set(number);
}
const BIGNUM *BN_value_one(void) {
  static const BIGNUM one = {NULL, 1, 1, 0, 0};
  return &one;
}
BIGNUM *BN_copy(BIGNUM *to, const BIGNUM *from) {
  get(from);
  set(to);
  return to;
}
BIGNUM *BN_dup(const BIGNUM *from) {
  get(from);
  return model_object(sizeof(BIGNUM));
}

BIGNUM *BN_bin2bn(const unsigned char *from, int bytes, BIGNUM *to) {
  raceward_reads(from, (size_t)bytes);
  if (to == NULL)
    return model_object(sizeof(BIGNUM));
  set(to);
  return to;
}
/// As many bytes as the number has; programs make sure that there is room.
int BN_bn2bin(const BIGNUM *number, unsigned char *to) {
  get(number);
  raceward_writes_all(to);
  return raceward_any_int() & 0xffff;
}
char *BN_bn2dec(const BIGNUM *number) {
  get(number);
  return model_text();
}
char *BN_bn2hex(const BIGNUM *number) {
  get(number);
  return model_text();
}
static int parse(BIGNUM **to, const char *text) {
  if (text == NULL)
    return 0;
  raceward_reads_text(text);
  if (to != NULL && *to != NULL)
    set(*to);
  else if (to != NULL)
    *to = model_object(sizeof(BIGNUM));
  return raceward_any_int() & 0xffff;
}
int BN_dec2bn(BIGNUM **to, const char *text) {
  return parse(to, text);
}
int BN_hex2bn(BIGNUM **to, const char *text) {
  return parse(to, text);
}

int BN_set_word(BIGNUM *number, unsigned long value) {
  set(number);
  return 1;
}
unsigned long BN_get_word(const BIGNUM *number) {
  get(number);
  return raceward_any_ulong();
}
int BN_set_bit(BIGNUM *number, int bit) {
  set(number);
  return raceward_any_bool();
}
int BN_is_bit_set(const BIGNUM *number, int bit) {
  get(number);
  return raceward_any_bool();
}
int BN_num_bits(const BIGNUM *number) {
  get(number);
  return raceward_any_int() & 0xffff;
}
int BN_cmp(const BIGNUM *a, const BIGNUM *b) {
  get(a);
  get(b);
  return model_number(-1, 1);
}
int BN_is_zero(const BIGNUM *number) {
  get(number);
  return raceward_any_bool();
}

// Most of what computes can fail: numbers may be too large, or a divisor zero.
#define OF_TWO(FUNCTION)                                                                           \
  int FUNCTION(BIGNUM *to, const BIGNUM *a, const BIGNUM *b) {                                     \
    get(a);                                                                                        \
    get(b);                                                                                        \
    set(to);                                                                                       \
    return raceward_any_bool();                                                                    \
  }
#define OF_TWO_WITH_CONTEXT(FUNCTION)                                                              \
  int FUNCTION(BIGNUM *to, const BIGNUM *a, const BIGNUM *b, BN_CTX *context) {                    \
    get(a);                                                                                        \
    get(b);                                                                                        \
    temporary(context);                                                                            \
    set(to);                                                                                       \
    return raceward_any_bool();                                                                    \
  }
OF_TWO(BN_add)
OF_TWO(BN_sub)
OF_TWO(BN_uadd)
OF_TWO(BN_usub)
OF_TWO_WITH_CONTEXT(BN_mul)
OF_TWO_WITH_CONTEXT(BN_exp)
OF_TWO_WITH_CONTEXT(BN_gcd)
OF_TWO_WITH_CONTEXT(BN_nnmod)

int BN_mod_exp(BIGNUM *to, const BIGNUM *a, const BIGNUM *p, const BIGNUM *m, BN_CTX *context) {
  get(m);
  return BN_exp(to, a, p, context);
}
int BN_mod_mul(BIGNUM *to, const BIGNUM *a, const BIGNUM *b, const BIGNUM *m, BN_CTX *context) {
  get(m);
  return BN_mul(to, a, b, context);
}
int BN_div(BIGNUM *to, BIGNUM *rest, const BIGNUM *a, const BIGNUM *b, BN_CTX *context) {
  get(a);
  get(b);
  temporary(context);
  if (to != NULL)
    set(to);
  if (rest != NULL)
    set(rest);
  return raceward_any_bool();
}
int BN_lshift(BIGNUM *to, const BIGNUM *from, int bits) {
  get(from);
  set(to);
  return raceward_any_bool();
}
int BN_rshift(BIGNUM *to, const BIGNUM *from, int bits) {
  return BN_lshift(to, from, bits);
}
int BN_rand(BIGNUM *to, int bits, int top, int bottom) {
  set(to);
  return raceward_any_bool();
}

// -- elliptic curves ---------------------------------------------------------------------------

typedef struct {
  char changed;
} EC_GROUP;
typedef struct {
  char changed;
} EC_POINT;
typedef struct {
  char changed;
  EC_GROUP group;
  EC_POINT publicPoint;
  BIGNUM privateNumber;
} EC_KEY;

EC_KEY *EC_KEY_new(void) {
  model_error_number();
  return model_object(sizeof(EC_KEY));
}
EC_KEY *EC_KEY_new_by_curve_name(int curve) {
  model_error_number();
  return raceward_any_failure() ? NULL : model_object(sizeof(EC_KEY));
}
void EC_KEY_free(EC_KEY *key) {
  free(key);
}
int EC_KEY_generate_key(EC_KEY *key) {
  model_changes(key);
  return raceward_any_bool();
}
int EC_KEY_check_key(const EC_KEY *key) {
  model_looks_at(key);
  return raceward_any_bool();
}
// Null as long as it is not set.
const EC_GROUP *EC_KEY_get0_group(const EC_KEY *key) {
  model_looks_at(key);
  return raceward_any_failure() ? NULL : &key->group;
}
const EC_POINT *EC_KEY_get0_public_key(const EC_KEY *key) {
  model_looks_at(key);
  return raceward_any_failure() ? NULL : &key->publicPoint;
}
const BIGNUM *EC_KEY_get0_private_key(const EC_KEY *key) {
  model_looks_at(key);
  return raceward_any_failure() ? NULL : &key->privateNumber;
}
int EC_KEY_set_private_key(EC_KEY *key, const BIGNUM *number) {
  get(number);
  model_changes(key);
  set(&key->privateNumber);
  return raceward_any_bool();
}
int EC_KEY_set_public_key(EC_KEY *key, const EC_POINT *point) {
  model_looks_at(point);
  model_changes(key);
  model_changes(&key->publicPoint);
  return raceward_any_bool();
}

EC_POINT *EC_POINT_new(const EC_GROUP *group) {
  model_looks_at(group);
  return model_object(sizeof(EC_POINT));
}
void EC_POINT_free(EC_POINT *point) {
  free(point);
}
int EC_POINT_copy(EC_POINT *to, const EC_POINT *from) {
  model_looks_at(from);
  model_changes(to);
  return 1;
}
int EC_POINT_add(const EC_GROUP *group, EC_POINT *to, const EC_POINT *a, const EC_POINT *b,
                 BN_CTX *context) {
  model_looks_at(group);
  model_looks_at(a);
  model_looks_at(b);
  temporary(context);
  model_changes(to);
  return raceward_any_bool();
}
int EC_POINT_mul(const EC_GROUP *group, EC_POINT *to, const BIGNUM *n, const EC_POINT *point,
                 const BIGNUM *m, BN_CTX *context) {
  model_looks_at(group);
  if (n != NULL)
    get(n);
  if (point != NULL)
    model_looks_at(point);
  if (m != NULL)
    get(m);
  temporary(context);
  model_changes(to);
  return raceward_any_bool();
}
int EC_POINT_cmp(const EC_GROUP *group, const EC_POINT *a, const EC_POINT *b, BN_CTX *context) {
  model_looks_at(group);
  model_looks_at(a);
  model_looks_at(b);
  temporary(context);
  return model_number(-1, 1);
}
char *EC_POINT_point2hex(const EC_GROUP *group, const EC_POINT *point, int form, BN_CTX *context) {
  model_looks_at(group);
  model_looks_at(point);
  temporary(context);
  return model_text();
}
/// Into the point that is given, or into a new one. Null if the text is not that of a point.
EC_POINT *EC_POINT_hex2point(const EC_GROUP *group, const char *text, EC_POINT *point,
                             BN_CTX *context) {
  model_looks_at(group);
  raceward_reads_text(text);
  temporary(context);
  if (point != NULL)
    model_changes(point);
  if (raceward_any_failure())
    return NULL;
  return point != NULL ? point : EC_POINT_new(group);
}
size_t EC_POINT_point2oct(const EC_GROUP *group, const EC_POINT *point, int form, unsigned char *to,
                          size_t bytes, BN_CTX *context) {
  model_looks_at(group);
  model_looks_at(point);
  temporary(context);
  if (to != NULL)
    raceward_writes(to, bytes);
  return model_up_to(to != NULL ? bytes : 1024);
}
