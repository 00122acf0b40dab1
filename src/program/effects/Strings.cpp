// <string.h>, <strings.h>, <ctype.h>, and conversions from text.
#include "Rows.h"

namespace raceward::effects {

void addStrings(Rows &rows) {
  for (const char *name : {"strlen", "atoi", "atol", "atoll", "atof"})
    rows.push_back(row(name).reads(0, string));
  rows.push_back(row("strnlen").reads(0, sizedBy(1)));
  for (const char *name : {"strcmp", "strcoll", "strcasecmp", "strspn", "strcspn"})
    rows.push_back(row(name).reads(0, string).reads(1, string));
  for (const char *name : {"strncmp", "strncasecmp"})
    rows.push_back(row(name).reads(0, sizedBy(2)).reads(1, sizedBy(2)));
  for (const char *name : {"strchr", "strrchr", "index", "rindex", "strchrnul"})
    rows.push_back(row(name).reads(0, string).returnsArgument(0));
  for (const char *name : {"strstr", "strpbrk", "strcasestr"})
    rows.push_back(row(name).reads(0, string).reads(1, string).returnsArgument(0));
  for (const char *name : {"strcpy", "stpcpy"})
    rows.push_back(row(name).writes(0).reads(1, string).returnsArgument(0));
  for (const char *name : {"strncpy", "stpncpy"})
    rows.push_back(row(name).writes(0, sizedBy(2)).reads(1, sizedBy(2)).returnsArgument(0));
  for (const char *name : {"strcat", "strncat"})
    rows.push_back(row(name).reads(0, string).writes(0).reads(1, string).returnsArgument(0));
  for (const char *name : {"strdup", "strndup", "__strdup", "__strndup"})
    rows.push_back(row(name).reads(0, string).returnsFresh());
  rows.push_back(row("strerror").returnsStatic());
  for (const char *name :
       {"strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax", "strtod", "strtof",
        "strtold",
        // glibc uses other names, depending on the selected standard.
        "__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll", "__isoc23_strtoull"})
    rows.push_back(row(name).reads(0, string).writes(1).storesPointer(0, 1));
  for (const char *name :
       {"isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "isprint", "ispunct",
        "isxdigit", "iscntrl", "isgraph", "isblank", "toupper", "tolower", "isascii", "toascii"})
    rows.push_back(row(name));
  for (const char *name : {"__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"})
    rows.push_back(row(name).returnsStatic());
}

} // namespace raceward::effects
