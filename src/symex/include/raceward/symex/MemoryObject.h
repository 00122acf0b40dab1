// MemoryObject: a sequence of bytes, some of which may be symbolic.
//
// Invariant: each byte is exactly one of four things:
//   a number        its bit in the mask is set (without a mask: all are numbers)
//   a term          of eight bits
//   not yet known   never written; the first read makes it an input (rule R10)
//   in the array    element of `array`, an SMT array for bytes written at a symbolic offset
#pragma once

#include "raceward/smt/TermArena.h"
#include "raceward/symex/Ref.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace raceward {

enum class ObjectKind : std::uint8_t {
  Global,
  ThreadLocal,
  Stack,
  Arguments, ///< variadic arguments of a call
  Heap,
  Function,
  Library,    ///< arguments of main, errno …
  ModelState, ///< private state of the library models
};

enum class ByteState : std::uint8_t { Number, Symbolic, Unknown, InArray };

class MemoryObject : public Counted {
public:
  enum class Fill : std::uint8_t { Zero, Unknown };
  MemoryObject(ObjectKind kind, std::uint64_t base, std::uint64_t size, Fill fill);
  MemoryObject(const MemoryObject &other);
  MemoryObject &operator=(const MemoryObject &) = delete;

  [[nodiscard]] ObjectKind kind() const { return kind_; }
  [[nodiscard]] std::uint64_t base() const { return base_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool isReadOnly() const { return readOnly_; }
  void makeReadOnly() { readOnly_ = true; }
  /// A local variable outside of its scope.
  [[nodiscard]] bool isAsleep() const { return asleep_; }
  void setAsleep(bool asleep) { asleep_ = asleep; }
  /// Makes every byte unknown again.
  void forgetContent();
  /// Its origin: the instruction or global; for messages.
  const void *origin = nullptr;

  /// Whether all of these bytes are numbers, so that they can be taken from bytes().
  [[nodiscard]] bool areNumbers(std::uint64_t offset, std::uint64_t count) const {
    if (!mask_)
      return true;
    if (count <= 8 && (offset & 63) + count <= 64) {
      const std::uint64_t wanted = (std::uint64_t{1} << count) - 1;
      return (mask_[offset >> 6] >> (offset & 63) & wanted) == wanted;
    }
    return areNumbersSlowly(offset, count);
  }
  [[nodiscard]] const std::uint8_t *bytes() const { return bytes_.get(); }
  [[nodiscard]] std::uint8_t *bytes() { return bytes_.get(); }
  /// Call it after bytes() were written.
  void markNumbers(std::uint64_t offset, std::uint64_t count) {
    if (mask_)
      markNumbersSlowly(offset, count);
  }

  [[nodiscard]] ByteState stateOf(std::uint64_t offset) const;
  [[nodiscard]] Term termAt(std::uint64_t offset) const { return terms_[offset]; }
  void setTerm(std::uint64_t offset, Term term);
  void setUnknown(std::uint64_t offset, std::uint64_t count);
  /// False also where it is not known at once.
  [[nodiscard]] bool areUnknown(std::uint64_t offset, std::uint64_t count) const;
  /// Notes that the bytes from this offset on, if they are not numbers, may be an address.
  void noteAddress(std::uint64_t offset);
  /// Forgets what was noted of these bytes, and takes it over from others.
  void copyNotes(std::uint64_t offset, const MemoryObject &from, std::uint64_t first,
                 std::uint64_t count);
  [[nodiscard]] bool isNotedAddress(std::uint64_t offset) const {
    return notes_ && (notes_[offset >> 6] >> (offset & 63) & 1) != 0;
  }
  [[nodiscard]] bool hasNotedAddresses() const { return notes_ != nullptr; }
  /// Makes all bytes elements of this array.
  void moveIntoArray(Term array);
  [[nodiscard]] Term array() const { return array_; }
  /// An array of all its bytes, if one was made since the last change.
  [[nodiscard]] Term snapshot() const { return snapshot_; }
  void setSnapshot(Term array) const { snapshot_ = array; }
  void dropSnapshot() { snapshot_ = Term(); }
  void copyByte(std::uint64_t to, const MemoryObject &from, std::uint64_t offset, Term inArray);

private:
  [[nodiscard]] bool areNumbersSlowly(std::uint64_t offset, std::uint64_t count) const;
  void markNumbersSlowly(std::uint64_t offset, std::uint64_t count);
  [[nodiscard]] std::size_t maskWords() const { return (size_ + 63) / 64; }
  void needMask();
  void clearBit(std::uint64_t offset) {
    mask_[offset >> 6] &= ~(std::uint64_t{1} << (offset & 63));
  }

  ObjectKind kind_;
  bool readOnly_ = false;
  bool asleep_ = false;
  std::uint64_t base_;
  std::uint64_t size_;
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  std::unique_ptr<std::uint8_t[], Free> bytes_;
  std::unique_ptr<std::uint64_t[], Free> mask_;  ///< a set bit: the byte is a number
  std::unique_ptr<std::uint64_t[], Free> notes_; ///< a set bit: noteAddress()
  std::unique_ptr<Term[]> terms_;                ///< kUnknownByte, kArrayByte, or a term
  Term array_;
  mutable Term snapshot_;
};

} // namespace raceward
