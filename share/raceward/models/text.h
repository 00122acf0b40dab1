// Texts that a library returns: an error message, a name, a version. What they say is not known.
#pragma once

#include "model.h"

/// A text of up to 15 characters that nobody else has. Programs that branch on a message do so
/// within its first characters, if at all.
static inline char *model_text(void) {
  const size_t most = 15;
  char *text = raceward_new(most + 1);
  text[most] = 0;
  return text;
}

/// One that the arguments or earlier calls decide.
static inline char *model_guess_text(void) {
  const size_t most = 15;
  char *text = raceward_new(most + 1);
  raceward_guess_bytes(text, most);
  text[most] = 0;
  return text;
}

/// Writes a text into a buffer of so many bytes; returns its length.
static inline size_t model_writes_text(char *to, size_t bytes) {
  if (bytes == 0)
    return 0;
  raceward_writes(to, bytes);
  const size_t length = model_up_to(bytes - 1);
  to[length] = 0;
  return length;
}

/// The same with one that the arguments or earlier calls decide.
static inline size_t model_guesses_text(char *to, size_t bytes) {
  if (bytes == 0)
    return 0;
  raceward_guess_bytes(to, bytes);
  const size_t length = model_guess_up_to(bytes - 1);
  to[length] = 0;
  return length;
}
