// Input and output. Streams lock themselves (POSIX flockfile), so they do not race; only the end of
// their life does. Functions that take a va_list, open, close or move are models in C
// (share/raceward/models/libc/stdio_*.c).
#include "Rows.h"

namespace raceward::effects {

namespace {

void addFormatted(Rows &rows) {
  rows.push_back(row("printf").reads(0, string).readsAllFrom(1));
  rows.push_back(row("fprintf").reads(0, stream).reads(1, string).readsAllFrom(2));
  rows.push_back(row("dprintf").reads(1, string).readsAllFrom(2));
  rows.push_back(row("sprintf").writes(0).reads(1, string).readsAllFrom(2));
  rows.push_back(row("snprintf").writes(0, sizedBy(1)).reads(2, string).readsAllFrom(3));
  for (const char *name : {"asprintf", "__asprintf"})
    rows.push_back(row(name).writes(0, oneLong).storesFresh(0).reads(1, string).readsAllFrom(2));
  rows.push_back(row("syslog").reads(1, string).readsAllFrom(2));
  // With _FORTIFY_SOURCE.
  rows.push_back(row("__printf_chk").reads(1, string).readsAllFrom(2));
  rows.push_back(row("__fprintf_chk").reads(0, stream).reads(2, string).readsAllFrom(3));
  rows.push_back(row("__dprintf_chk").reads(2, string).readsAllFrom(3));
  rows.push_back(row("__sprintf_chk").writes(0).reads(3, string).readsAllFrom(4));
  rows.push_back(row("__snprintf_chk").writes(0, sizedBy(1)).reads(4, string).readsAllFrom(5));
  rows.push_back(
      row("__asprintf_chk").writes(0, oneLong).storesFresh(0).reads(2, string).readsAllFrom(3));
  // Wide characters.
  rows.push_back(row("wprintf").reads(0, string).readsAllFrom(1));
  rows.push_back(row("fwprintf").reads(0, stream).reads(1, string).readsAllFrom(2));
  rows.push_back(row("swprintf").writes(0).reads(2, string).readsAllFrom(3));
  rows.push_back(row("__wprintf_chk").reads(1, string).readsAllFrom(2));
  rows.push_back(row("__fwprintf_chk").reads(0, stream).reads(2, string).readsAllFrom(3));
  rows.push_back(row("__swprintf_chk").writes(0).reads(4, string).readsAllFrom(5));
  // glibc uses other names, depending on the selected standard.
  for (const std::string prefix : {"", "__isoc99_", "__isoc23_"}) {
    rows.push_back(row(prefix + "scanf").reads(0, string).writesAllFrom(1).input());
    rows.push_back(
        row(prefix + "fscanf").reads(0, stream).reads(1, string).writesAllFrom(2).input());
    rows.push_back(
        row(prefix + "sscanf").reads(0, string).reads(1, string).writesAllFrom(2).input());
  }
}

} // namespace

void addStdio(Rows &rows) {
  addFormatted(rows);
  rows.push_back(row("puts").reads(0, string));
  rows.push_back(row("fputs").reads(0, string).reads(1, stream));
  rows.push_back(row("perror").reads(0, string));
  rows.push_back(row("putchar"));
  for (const char *name : {"putc", "fputc", "_IO_putc", "ungetc"})
    rows.push_back(row(name).reads(1, stream));
  for (const char *name : {"fflush", "feof", "ferror", "clearerr", "fseek", "fseeko", "fseeko64",
                           "rewind", "ftell", "ftello", "ftello64"})
    rows.push_back(row(name).reads(0, stream));
  rows.push_back(row("getchar").input());
  for (const char *name : {"getc", "fgetc", "_IO_getc"})
    rows.push_back(row(name).reads(0, stream).input());
  rows.push_back(row("fgets").writes(0, sizedBy(1)).reads(2, stream).returnsArgument(0).input());
  rows.push_back(row("gets").writes(0).returnsArgument(0).input());
  rows.push_back(row("fread").writes(0, productAt(1)).reads(3, stream).input());
  rows.push_back(row("fwrite").reads(0, productAt(1)).reads(3, stream));
  // Also a model in C, of which native runs could not read it off.
  rows.push_back(row("fopen").reads(0, string).reads(1, string).returnsStatic());
}

} // namespace raceward::effects
