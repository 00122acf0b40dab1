// Variables that are declared, and whose definition is not given.
//
// C says that each name with external linkage is an object of its own. Linkers do not: they make
// names for parts of memory (__start_x, _end), and another file may give one object two names.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <vector>

namespace llvm {
class Constant;
class GlobalVariable;
} // namespace llvm

namespace raceward {

enum class DefinedBy : std::uint8_t {
  Program, ///< the files that are given
  Library, ///< C, POSIX or glibc: none of the program's own
  Linker,  ///< a name for a place among the variables of the program
  Another, ///< a file that is not given
};

DefinedBy definedBy(const llvm::GlobalVariable &variable);

/// The other variables of the program that a declared one may be, or may lie among.
std::vector<const llvm::GlobalVariable *> mayBeTheSameAs(const llvm::GlobalVariable &declared);

/// The sections that a variable may lie in because the program says so: its own, or those that a
/// pragma gives to variables of its kind.
llvm::SmallVector<llvm::StringRef, 1> sectionsOf(const llvm::GlobalVariable &variable);

/// The address of a weak symbol that nobody may define: null then.
bool mayBeMissing(const llvm::Constant &symbol);

} // namespace raceward
