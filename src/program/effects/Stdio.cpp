// Input and output. Streams lock themselves (POSIX flockfile), so they do not race.
#include "Rows.h"

namespace raceward::effects {

void addStdio(Rows &rows) {
  rows.push_back(row("printf").reads(0, string).readsAllFrom(1));
  rows.push_back(row("fprintf").reads(1, string).readsAllFrom(2));
  rows.push_back(row("dprintf").reads(1, string).readsAllFrom(2));
  rows.push_back(row("sprintf").writes(0).reads(1, string).readsAllFrom(2));
  rows.push_back(row("snprintf").writes(0, sizedBy(1)).reads(2, string).readsAllFrom(3));
  rows.push_back(row("syslog").reads(1, string).readsAllFrom(2));
  // glibc uses other names, depending on the selected standard.
  for (const std::string prefix : {"", "__isoc99_", "__isoc23_"}) {
    rows.push_back(row(prefix + "scanf").reads(0, string).writesAllFrom(1).input());
    rows.push_back(row(prefix + "fscanf").reads(1, string).writesAllFrom(2).input());
    rows.push_back(
        row(prefix + "sscanf").reads(0, string).reads(1, string).writesAllFrom(2).input());
  }

  rows.push_back(row("puts").reads(0, string));
  rows.push_back(row("fputs").reads(0, string));
  rows.push_back(row("perror").reads(0, string));
  // Omitted: flockfile() orders threads as a mutex does, and the "unlocked" variants race.
  for (const char *name : {"putchar", "putc", "fputc", "_IO_putc", "ungetc", "fflush", "fclose",
                           "feof", "ferror", "clearerr", "fileno", "rewind", "fseek", "ftell"})
    rows.push_back(row(name));
  for (const char *name : {"getchar", "getc", "fgetc", "_IO_getc"})
    rows.push_back(row(name).input());
  rows.push_back(row("fgets").writes(0, sizedBy(1)).returnsArgument(0).input());
  rows.push_back(row("gets").writes(0).returnsArgument(0).input());
  rows.push_back(row("fread").writes(0, productAt(1)).input());
  rows.push_back(row("fwrite").reads(0, productAt(1)));
  rows.push_back(row("fopen").reads(0, string).reads(1, string).returnsStatic());
  rows.push_back(row("fdopen").reads(1, string).returnsStatic());
  rows.push_back(row("remove").reads(0, string));
}

} // namespace raceward::effects
