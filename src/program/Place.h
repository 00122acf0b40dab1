// Place: the C expression for a piece of memory, built up step by step. Private to
// program.
#pragma once

#include "raceward/program/BitFieldUnit.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <optional>
#include <string>

namespace raceward {

/// What is known about the access that a name is wanted for; it decides how deep into
/// structs and arrays the name goes.
struct AccessShape {
  std::uint64_t bytes = 0; ///< 0: not known, the name stays as short as possible
  bool isScalar = false;   ///< a load, store or atomic, not a block of memory
  bool isPointer = false;
  bool isFloat = false;
  bool isText = false; ///< of unknown length, for a function that works on strings
  /// A bit-field: first bit inside of the accessed unit, and how many.
  std::optional<std::pair<unsigned, unsigned>> bits;
};

class Place {
public:
  /// An object with a name: a variable, a literal.
  static Place object(std::string text, const llvm::DIType *type);
  /// What a pointer expression points to.
  static Place pointedToBy(std::string pointer, const llvm::DIType *pointee);

  /// The memory `bytes` further on, inside of the same object. Addresses wrap around.
  void moveBy(std::uint64_t bytes) {
    offset_ = static_cast<std::int64_t>(static_cast<std::uint64_t>(offset_) + bytes);
  }
  /// The element that a subscript selects, where elements have `stride` bytes.
  void subscript(const std::string &index, std::uint64_t stride);
  /// A member that the code selects by its number: `bytes` long, at `offset` of a record
  /// of that name and size.
  void field(llvm::StringRef recordName, std::uint64_t recordBytes, std::uint64_t offset,
             std::uint64_t bytes);
  /// p[0], which is *p in other words.
  void firstElement(std::uint64_t stride);
  /// A cast: the memory is now seen as that record.
  void viewAs(const llvm::DICompositeType *record, llvm::StringRef recordName);
  /// True if the memory here is not known to be a record of that name.
  [[nodiscard]] bool needsView(llvm::StringRef recordName) const;

  /// The name of what an access of that shape touches.
  [[nodiscard]] std::string nameFor(const AccessShape &shape) const;
  /// The type of what an access of that shape touches; null if not known.
  [[nodiscard]] const llvm::DIType *typeFor(const AccessShape &shape) const;
  /// The bit-fields that an access of that shape touches, if they are a part of a longer run.
  [[nodiscard]] std::optional<BitFieldUnit> bitFieldFor(const AccessShape &shape) const;

private:
  void descend(const AccessShape &shape);
  bool step(const AccessShape &shape);
  void enter(const llvm::DIDerivedType &member);
  bool enterMember(const AccessShape &shape);
  bool enterElement(const AccessShape &shape);
  bool indexThroughPointer(const AccessShape &shape);
  [[nodiscard]] std::string render() const;

  std::string text_;
  bool throughPointer_ = false; ///< text_ is a pointer to the memory, not its name
  const llvm::DIType *type_ = nullptr;
  unsigned dimension_ = 0; ///< of type_, if it is an array: how many are already indexed
  std::int64_t offset_ = 0;
  std::optional<BitFieldUnit> bitField_; ///< that was entered
  bool inUnion_ = false;                 ///< whose member was chosen by the shape alone
};

} // namespace raceward
