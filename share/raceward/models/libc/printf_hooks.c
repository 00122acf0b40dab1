// <printf.h>: conversions that a program adds to printf(), which then calls its functions. printf()
// is not modelled with them.
#include "model.h"

#include <printf.h>

#define ADDS(name, ...)                                                                            \
  int name(__VA_ARGS__) {                                                                          \
    raceward_gap(#name ": conversions that a program adds to printf() are not modelled; format "   \
                       "such values in a function of the program");                                \
  }
ADDS(register_printf_function, int letter, printf_function *print, printf_arginfo_function *info)
ADDS(register_printf_specifier, int letter, printf_function *print,
     printf_arginfo_size_function *info)
ADDS(register_printf_modifier, const wchar_t *text)
ADDS(register_printf_type, printf_va_arg_function *take)

/// One for each argument of a format.
size_t parse_printf_format(const char *text, size_t most, int *types) {
  size_t count = 0;
  for (size_t at = 0; text[at] != 0; ++at) {
    if (text[at] != '%')
      continue;
    ++at;
    if (text[at] == '%')
      continue;
    size_t number = 0; // of an argument, as in %2$s
    for (; text[at] != 0; ++at) {
      const char c = text[at];
      if (c >= '0' && c <= '9') {
        number = number * 10 + (size_t)(c - '0');
        continue;
      }
      if (c == '$') {
        for (; count < number; ++count)
          if (count < most)
            types[count] = raceward_guess_int();
        continue;
      }
      const int is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      const int is_length = c == 'h' || c == 'l' || c == 'L' || c == 'q' || c == 'j' || c == 'z' ||
                            c == 'Z' || c == 't' || c == 'I';
      if (number == 0 && (c == '*' || (is_letter && !is_length && c != 'm'))) {
        if (count < most)
          types[count] = raceward_guess_int();
        ++count;
      }
      if (is_letter && !is_length)
        break;
    }
    if (text[at] == 0)
      break;
  }
  return count;
}

/// A number with a unit. It is a double or a long double.
int printf_size(FILE *stream, const struct printf_info *info, const void *const *arguments) {
  raceward_reads(info, sizeof *info);
  raceward_reads(arguments[0], info->is_long_double ? sizeof(long double) : sizeof(double));
  return (int)model_count(0x7fffffff);
}
int printf_size_info(const struct printf_info *info, size_t most, int *types) {
  raceward_reads(info, sizeof *info);
  if (most > 0)
    types[0] = raceward_guess_int();
  return 1;
}
