// Queries on the types in debug information. Private to program.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <string>

namespace raceward {

/// Without typedefs and qualifiers; null for `void`.
const llvm::DIType *strippedType(const llvm::DIType *type);

/// The pointee of a pointer type; null if `type` is not a pointer or points to void.
const llvm::DIType *pointeeOf(const llvm::DIType *type);

/// The struct or union behind a type, if it is one.
const llvm::DICompositeType *recordOf(const llvm::DIType *type);

/// `struct task`, or the typedef's name for a record that has no tag.
std::string spelled(const llvm::DICompositeType &record, llvm::StringRef typedefName);

/// The array behind a type, if it is one.
const llvm::DICompositeType *arrayOf(const llvm::DIType *type);

/// Elements of dimension `dimension`; empty if that is not a constant.
std::optional<std::uint64_t> countOf(const llvm::DICompositeType &array, unsigned dimension);
unsigned dimensionsOf(const llvm::DICompositeType &array);
/// Size in bytes of one element of dimension `dimension` (an inner array, or the element type for
/// the last one); empty if unknown.
std::optional<std::uint64_t> strideOf(const llvm::DICompositeType &array, unsigned dimension);

/// True for pointers and for records and arrays that contain one.
bool containsPointer(const llvm::DIType *type);

/// Size in bytes; 0 if unknown.
std::uint64_t bytesOf(const llvm::DIType *type);

/// The records of a module by the name that clang gives their LLVM type.
class RecordsByName {
public:
  explicit RecordsByName(const llvm::Module &module);
  [[nodiscard]] const llvm::DICompositeType *find(const llvm::StructType &type) const;

private:
  llvm::StringMap<const llvm::DICompositeType *> records_;
};

/// Name of an LLVM struct type without "struct." and the number that linking adds.
llvm::StringRef plainNameOf(const llvm::StructType &type);

} // namespace raceward
