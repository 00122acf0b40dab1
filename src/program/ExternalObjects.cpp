#include "raceward/program/ExternalObjects.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>

namespace raceward {

namespace {

constexpr std::array<llvm::StringRef, 34> kLibraryVariables{
    "stdin", "stdout", "stderr", "_IO_2_1_stdin_", "_IO_2_1_stdout_", "_IO_2_1_stderr_",
    // POSIX
    "environ", "__environ", "_environ", "optarg", "optind", "opterr", "optopt", "timezone",
    "daylight", "tzname", "__timezone", "__daylight", "__tzname", "signgam", "getdate_err",
    "in6addr_any", "in6addr_loopback",
    // glibc
    "sys_errlist", "sys_nerr", "_sys_errlist", "_sys_nerr", "sys_siglist", "_sys_siglist",
    "program_invocation_name", "program_invocation_short_name", "error_message_count",
    "error_print_progname", "error_one_per_line"};

/// Symbols of the usual linker scripts, with any number of '_' in front.
constexpr std::array<llvm::StringRef, 17> kLinkerSymbols{"end",
                                                         "edata",
                                                         "etext",
                                                         "bss_start",
                                                         "data_start",
                                                         "data_end",
                                                         "bss_end",
                                                         "sdata",
                                                         "sbss",
                                                         "ebss",
                                                         "dso_handle",
                                                         "ehdr_start",
                                                         "executable_start",
                                                         "init_array_start",
                                                         "init_array_end",
                                                         "GLOBAL_OFFSET_TABLE_",
                                                         "text_start"};

/// The section whose beginning or end a linker symbol denotes.
llvm::StringRef sectionOf(llvm::StringRef name) {
  return name.consume_front("__start_") || name.consume_front("__stop_") ? name : "";
}

bool canBeSeenByLinker(const llvm::GlobalVariable &variable) {
  return !variable.isThreadLocal() && !variable.getName().starts_with("llvm.");
}

} // namespace

llvm::SmallVector<llvm::StringRef, 1> sectionsOf(const llvm::GlobalVariable &variable) {
  if (variable.hasSection())
    return {variable.getSection()};
  llvm::SmallVector<llvm::StringRef, 1> sections;
  // Which one applies depends on the initial value, as the code generator classifies it.
  for (const llvm::StringRef kind :
       {"bss-section", "data-section", "relro-section", "rodata-section"})
    if (variable.hasAttribute(kind))
      sections.push_back(variable.getAttribute(kind).getValueAsString());
  return sections;
}

DefinedBy definedBy(const llvm::GlobalVariable &variable) {
  if (!variable.isDeclaration())
    return DefinedBy::Program;
  const llvm::StringRef name = variable.getName();
  if (std::ranges::find(kLibraryVariables, name) != kLibraryVariables.end())
    return DefinedBy::Library;
  const llvm::StringRef bare = name.ltrim('_');
  if (!sectionOf(name).empty() || std::ranges::find(kLinkerSymbols, bare) != kLinkerSymbols.end())
    return DefinedBy::Linker;
  return DefinedBy::Another;
}

std::vector<const llvm::GlobalVariable *> mayBeTheSameAs(const llvm::GlobalVariable &declared) {
  std::vector<const llvm::GlobalVariable *> found;
  const DefinedBy by = definedBy(declared);
  if (!canBeSeenByLinker(declared) || by == DefinedBy::Program || by == DefinedBy::Library)
    return found;
  const llvm::StringRef section = sectionOf(declared.getName());
  for (const llvm::GlobalVariable &other : declared.getParent()->globals()) {
    if (&other == &declared || !canBeSeenByLinker(other))
      continue;
    const DefinedBy otherBy = definedBy(other);
    if (otherBy == DefinedBy::Library)
      continue;
    // A variable defined in another file may be in any section.
    const bool isKnown = otherBy == DefinedBy::Program;
    const llvm::SmallVector<llvm::StringRef, 1> places = sectionsOf(other);
    const bool isNamed = !other.hasLocalLinkage() || !places.empty();
    if (!section.empty() ? !isKnown || llvm::is_contained(places, section)
                         : !isKnown || by == DefinedBy::Linker || isNamed)
      found.push_back(&other);
  }
  return found;
}

bool mayBeMissing(const llvm::Constant &symbol) {
  const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&symbol);
  return global && global->hasExternalWeakLinkage();
}

} // namespace raceward
