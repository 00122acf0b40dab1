// Place: the C expression for a piece of memory, built step by step. Private to program.
#pragma once

#include "raceward/program/BitFieldUnit.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <optional>
#include <string>

namespace raceward {

/// The known properties of the access to be named; they decide how deep into structs and arrays the
/// name goes.
struct AccessShape {
  std::uint64_t bytes = 0; ///< 0: unknown, the name stays as short as possible
  bool isScalar = false;   ///< a load, store or atomic, not a block of memory
  bool isPointer = false;
  bool isFloat = false;
  bool isText = false; ///< a string of unknown length
  /// A bit-field: first bit inside the accessed unit, and number of bits.
  std::optional<std::pair<unsigned, unsigned>> bits;
};

class Place {
public:
  /// A named object: a variable, a literal.
  static Place object(std::string text, const llvm::DIType *type);
  /// The memory that a pointer expression points to.
  static Place pointedToBy(std::string pointer, const llvm::DIType *pointee);
  /// What Names::variable begins with.
  void belongsTo(std::string variable) { variable_ = std::move(variable); }

  /// Moves by `bytes` inside the same object. Addresses wrap around.
  void moveBy(std::uint64_t bytes) {
    offset_ = static_cast<std::int64_t>(static_cast<std::uint64_t>(offset_) + bytes);
  }
  /// Selects an element by a subscript; elements have `stride` bytes.
  void subscript(const std::string &index, std::uint64_t stride);
  /// Selects a member by its number: `bytes` long, at `offset` of a record of that name and size.
  void field(llvm::StringRef recordName, std::uint64_t recordBytes, std::uint64_t offset,
             std::uint64_t bytes);
  /// p[0], that is, *p.
  void firstElement(std::uint64_t stride);
  /// A cast: views the memory as that record.
  void viewAs(const llvm::DICompositeType *record, llvm::StringRef recordName);
  /// True if the memory is not known to be a record of that name.
  [[nodiscard]] bool needsView(llvm::StringRef recordName) const;

  /// The name of the memory that an access of that shape touches.
  [[nodiscard]] std::string nameFor(const AccessShape &shape) const { return namesFor(shape).name; }
  struct Names {
    std::string name;
    /// What a person calls the memory, wherever it is accessed: "total", "struct queue.head"; a
    /// member is named after its record, not after the way to it. Empty if only the way is known.
    std::string variable;
  };
  [[nodiscard]] Names namesFor(const AccessShape &shape) const;
  /// Its type; null if unknown.
  [[nodiscard]] const llvm::DIType *typeFor(const AccessShape &shape) const;
  /// The bit-fields that an access of that shape touches, if they are part of a longer run.
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
  std::string variable_;        ///< as in Names, on the way
  bool throughPointer_ = false; ///< text_ is a pointer to the memory, not its name
  const llvm::DIType *type_ = nullptr;
  unsigned dimension_ = 0; ///< if type_ is an array: number of dimensions already indexed
  std::int64_t offset_ = 0;
  std::optional<BitFieldUnit> bitField_; ///< the bit-field that was entered
  bool inUnion_ = false;                 ///< a union member was chosen by the shape alone
};

} // namespace raceward
