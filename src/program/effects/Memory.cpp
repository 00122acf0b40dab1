// Allocation and blocks of memory.
#include "Rows.h"

namespace raceward::effects {

void addMemory(Rows &rows) {
  rows.push_back(row("malloc").returnsFresh());
  rows.push_back(row("calloc").returnsFresh(true));
  rows.push_back(row("aligned_alloc").returnsFresh());
  rows.push_back(row("memalign").returnsFresh());
  rows.push_back(row("valloc").returnsFresh());
  rows.push_back(row("alloca").returnsFresh());
  rows.push_back(row("__builtin_alloca").returnsFresh());
  rows.push_back(row("realloc").frees(0).returnsReallocated(0));
  rows.push_back(row("reallocarray").frees(0).returnsReallocated(0));
  rows.push_back(row("free").frees(0));
  rows.push_back(row("cfree").frees(0));

  rows.push_back(row("memcpy").writes(0, sizedBy(2)).reads(1, sizedBy(2)).returnsArgument(0));
  rows.push_back(row("memmove").writes(0, sizedBy(2)).reads(1, sizedBy(2)).returnsArgument(0));
  rows.push_back(row("mempcpy").writes(0, sizedBy(2)).reads(1, sizedBy(2)).returnsArgument(0));
  rows.push_back(row("memccpy").writes(0, sizedBy(3)).reads(1, sizedBy(3)).returnsArgument(0));
  rows.push_back(row("memset").writes(0, sizedBy(2)).returnsArgument(0));
  rows.push_back(row("bzero").writes(0, sizedBy(1)));
  rows.push_back(row("explicit_bzero").writes(0, sizedBy(1)));
  rows.push_back(row("bcopy").reads(0, sizedBy(2)).writes(1, sizedBy(2)));
  rows.push_back(row("memcmp").reads(0, sizedBy(2)).reads(1, sizedBy(2)));
  rows.push_back(row("bcmp").reads(0, sizedBy(2)).reads(1, sizedBy(2)));
  rows.push_back(row("memchr").reads(0, sizedBy(2)).returnsArgument(0));
  rows.push_back(row("memrchr").reads(0, sizedBy(2)).returnsArgument(0));
}

} // namespace raceward::effects
