#include "LocaleUses.h"

#include "LibraryModels.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace raceward {

namespace {

/// Sorted. Functions for characters (isalpha()) are not among them: each thread has a table, which
/// setlocale() replaces for its own thread only.
constexpr auto kReaders = std::to_array<std::string_view>({
    "asprintf",   "atof",     "atoi",        "atol",       "atoll",     "btowc",       "dprintf",
    "err",        "error",    "errx",        "fgetwc",     "fgetws",    "fnmatch",     "fprintf",
    "fputwc",     "fputws",   "fscanf",      "fwprintf",   "fwscanf",   "getwc",       "getwchar",
    "glob",       "iswalnum", "iswalpha",    "iswblank",   "iswcntrl",  "iswctype",    "iswdigit",
    "iswgraph",   "iswlower", "iswprint",    "iswpunct",   "iswspace",  "iswupper",    "iswxdigit",
    "mblen",      "mbrlen",   "mbrtowc",     "mbsnrtowcs", "mbsrtowcs", "mbstowcs",    "mbtowc",
    "perror",     "printf",   "psiginfo",    "psignal",    "putwc",     "putwchar",    "regcomp",
    "regexec",    "rpmatch",  "scanf",       "snprintf",   "sprintf",   "sscanf",      "strcasecmp",
    "strcasestr", "strcoll",  "strerror",    "strerror_r", "strfmon",   "strfromd",    "strfromf",
    "strfroml",   "strftime", "strncasecmp", "strptime",   "strsignal", "strtod",      "strtof",
    "strtoimax",  "strtol",   "strtold",     "strtoll",    "strtoul",   "strtoull",    "strtoumax",
    "strxfrm",    "swprintf", "swscanf",     "syslog",     "towctrans", "towlower",    "towupper",
    "vasprintf",  "vdprintf", "verr",        "verrx",      "vfprintf",  "vfscanf",     "vfwprintf",
    "vfwscanf",   "vprintf",  "vscanf",      "vsnprintf",  "vsprintf",  "vsscanf",     "vswprintf",
    "vswscanf",   "vsyslog",  "vwarn",       "vwarnx",     "vwprintf",  "vwscanf",     "warn",
    "warnx",      "wcrtomb",  "wcscasecmp",  "wcscoll",    "wcsftime",  "wcsncasecmp", "wcsnrtombs",
    "wcsrtombs",  "wcstod",   "wcstof",      "wcstoimax",  "wcstol",    "wcstold",     "wcstoll",
    "wcstombs",   "wcstoul",  "wcstoull",    "wcstoumax",  "wcswidth",  "wcsxfrm",     "wctob",
    "wctomb",     "wctrans",  "wctype",      "wcwidth",    "wprintf",   "wscanf",
});

/// glibc uses other names, depending on the selected standard and on _FORTIFY_SOURCE.
bool dependsOnLocale(llvm::StringRef name) {
  if (!name.consume_front("__isoc99_") && !name.consume_front("__isoc23_") &&
      name.starts_with("__") && name.ends_with("_chk"))
    name = name.drop_front(2).drop_back(4);
  return std::ranges::binary_search(kReaders, std::string_view(name.data(), name.size()));
}
static_assert(std::ranges::is_sorted(kReaders));

} // namespace

void showLocaleUses(llvm::Module &module) {
  const llvm::Function *changes = module.getFunction("setlocale");
  if (!changes || !changes->isDeclaration() || changes->use_empty())
    return;
  std::vector<llvm::CallBase *> calls;
  for (llvm::Function &function : module)
    if (function.isDeclaration() && dependsOnLocale(function.getName()))
      for (llvm::User *user : function.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
            call && call->getCalledOperand() == &function)
          calls.push_back(call);
  llvm::FunctionCallee uses = module.getOrInsertFunction(
      "raceward_uses_locale", llvm::Type::getVoidTy(module.getContext()));
  for (llvm::CallBase *call : calls) {
    llvm::IRBuilder<> builder(call);
    showFor(*builder.CreateCall(uses), call->getCalledFunction()->getName());
  }
}

} // namespace raceward
