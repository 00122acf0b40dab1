// Byte order (<endian.h>, <byteswap.h>). They are inline functions of the headers, and have a
// symbol of their own where a program declares them itself. The headers are included here, too, so
// that the functions below bear other names in C.
#include "model.h"

uint16_t swapped16(uint16_t value) __asm__("__bswap_16");
uint32_t swapped32(uint32_t value) __asm__("__bswap_32");
uint64_t swapped64(uint64_t value) __asm__("__bswap_64");
uint16_t same16(uint16_t value) __asm__("__uint16_identity");
uint32_t same32(uint32_t value) __asm__("__uint32_identity");
uint64_t same64(uint64_t value) __asm__("__uint64_identity");

uint16_t swapped16(uint16_t value) {
  return (uint16_t)(value << 8 | value >> 8);
}
uint32_t swapped32(uint32_t value) {
  return (uint32_t)swapped16((uint16_t)value) << 16 | swapped16((uint16_t)(value >> 16));
}
uint64_t swapped64(uint64_t value) {
  return (uint64_t)swapped32((uint32_t)value) << 32 | swapped32((uint32_t)(value >> 32));
}

uint16_t same16(uint16_t value) {
  return value;
}
uint32_t same32(uint32_t value) {
  return value;
}
uint64_t same64(uint64_t value) {
  return value;
}
