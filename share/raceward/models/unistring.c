// GNU libunistring: checks of texts in UTF-8 (<unistr.h>).
#include "model.h"

/// The first byte that is wrong, or null.
const uint8_t *u8_check(const uint8_t *text, size_t bytes) {
  raceward_reads(text, bytes);
  const size_t place = model_guess_up_to(bytes);
  return place < bytes ? text + place : NULL;
}
