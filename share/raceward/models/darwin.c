// What macOS has under other names than the C library of Linux.
#include "model.h"

int *__error(void) {
  return &errno;
}
int __maskrune(int character, unsigned long mask) {
  return raceward_any_int() & (int)mask;
}
int __tolower(int character) {
  return character >= 'A' && character <= 'Z' ? character + ('a' - 'A')
         : character >= 0 && character < 128  ? character
                                              : raceward_any_int();
}
int __toupper(int character) {
  return character >= 'a' && character <= 'z' ? character - ('a' - 'A')
         : character >= 0 && character < 128  ? character
                                              : raceward_any_int();
}
