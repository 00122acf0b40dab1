/* Atomic operations: ThreadSanitizer performs them itself, so that a step is done when its
 * function returns. */
#include "raceward_runtime.h"

typedef unsigned char a8;
typedef unsigned short a16;
typedef unsigned a32;
typedef unsigned long a64;
__extension__ typedef unsigned __int128 a128;

#define RW_FOLLOW(bits, address, call)                                                             \
  const unsigned step = rw_arrive(RW_ATOMIC, "", RW_PC, (const void *)address, bits / 8);          \
  __real___tsan_func_entry(RW_PC);                                                                 \
  call;                                                                                            \
  __real___tsan_func_exit();                                                                       \
  rw_done(step);

#define RW_UPDATE(bits, name)                                                                      \
  a##bits __real___tsan_atomic##bits##_##name(volatile a##bits *, a##bits, int);                   \
  a##bits __wrap___tsan_atomic##bits##_##name(volatile a##bits *address, a##bits value,            \
                                              int order) {                                         \
    RW_FOLLOW(bits, address,                                                                       \
              const a##bits result = __real___tsan_atomic##bits##_##name(address, value, order))   \
    return result;                                                                                 \
  }

#define RW_COMPARE(bits, name)                                                                     \
  int __real___tsan_atomic##bits##_##name(volatile a##bits *, a##bits *, a##bits, int, int);       \
  int __wrap___tsan_atomic##bits##_##name(volatile a##bits *address, a##bits *expected,            \
                                          a##bits value, int order, int failure) {                 \
    RW_FOLLOW(bits, address,                                                                       \
              const int result =                                                                   \
                  __real___tsan_atomic##bits##_##name(address, expected, value, order, failure))   \
    return result;                                                                                 \
  }

#define RW_ATOMICS(bits)                                                                           \
  a##bits __real___tsan_atomic##bits##_load(const volatile a##bits *, int);                        \
  a##bits __wrap___tsan_atomic##bits##_load(const volatile a##bits *address, int order) {          \
    RW_FOLLOW(bits, address,                                                                       \
              const a##bits result = __real___tsan_atomic##bits##_load(address, order))            \
    return result;                                                                                 \
  }                                                                                                \
  void __real___tsan_atomic##bits##_store(volatile a##bits *, a##bits, int);                       \
  void __wrap___tsan_atomic##bits##_store(volatile a##bits *address, a##bits value, int order){    \
      RW_FOLLOW(bits, address,                                                                     \
                __real___tsan_atomic##bits##_store(address, value, order))} RW_UPDATE(bits,        \
                                                                                      exchange)    \
      RW_UPDATE(bits, fetch_add) RW_UPDATE(bits, fetch_sub) RW_UPDATE(bits, fetch_and)             \
          RW_UPDATE(bits, fetch_or) RW_UPDATE(bits, fetch_xor) RW_UPDATE(bits, fetch_nand)         \
              RW_COMPARE(bits, compare_exchange_strong) RW_COMPARE(bits, compare_exchange_weak)    \
                  a##bits __real___tsan_atomic##bits##_compare_exchange_val(                       \
                      volatile a##bits *, a##bits, a##bits, int, int);                             \
  a##bits __wrap___tsan_atomic##bits##_compare_exchange_val(                                       \
      volatile a##bits *address, a##bits expected, a##bits value, int order, int failure) {        \
    RW_FOLLOW(bits, address,                                                                       \
              const a##bits result = __real___tsan_atomic##bits##_compare_exchange_val(            \
                  address, expected, value, order, failure))                                       \
    return result;                                                                                 \
  }

RW_ATOMICS(8)
RW_ATOMICS(16)
RW_ATOMICS(32)
RW_ATOMICS(64)
RW_ATOMICS(128)
