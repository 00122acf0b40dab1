// Variables that are declared but not defined in the given files.
//
// By the C standard each name with external linkage is a separate object. Linkers disagree: they
// define names for parts of memory (__start_x, _end), and another file may give one object two
// names.
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
  Program, ///< the given files
  Library, ///< C, POSIX or glibc: not an object of the program
  Linker,  ///< a name for an address among the program's variables
  Another, ///< a file that is not given
};

DefinedBy definedBy(const llvm::GlobalVariable &variable);

/// The other variables of the program that a declared one may be, or may lie among.
std::vector<const llvm::GlobalVariable *> mayBeTheSameAs(const llvm::GlobalVariable &declared);

/// The sections that a variable may lie in as the program specifies: its own, or those that a
/// pragma assigns to variables of its kind.
llvm::SmallVector<llvm::StringRef, 1> sectionsOf(const llvm::GlobalVariable &variable);

/// Whether the symbol is weak and possibly undefined, so that its address may be null.
bool mayBeMissing(const llvm::Constant &symbol);

} // namespace raceward
