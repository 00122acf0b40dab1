// ObjectAccess: reading and writing memory, at addresses and with values that may be terms.
//
// A layer of the interpreter (Interpreter.h). An address is resolved to one object and an offset in
// it; a pointer that may point to several objects stops with one choice for each. Bytes that were
// never written become inputs when they are read. While others are held (holdOthers()), every
// access is recorded.
#pragma once

#include "Decisions.h"
#include "ObjectCache.h"

#include <optional>

namespace raceward {

/// Memory accessed by several instructions that are executed as one step.
struct Touch {
  std::uint64_t base = 0; ///< base of the object
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool isWrite = false;
  bool endsLife = false;               ///< free(), or a variable that goes out of scope
  const Instruction *source = nullptr; ///< in the program, not in a model
  bool isLate = false;                 ///< it may as well have happened earlier
  bool isModelState = false;           ///< not memory of the program
  bool isFlag = false;                 ///< of a handler: a volatile sig_atomic_t
};

class ObjectAccess : public Decisions {
public:
  /// Until resume(): the thread does not stop before accesses of memory, only before thread
  /// operations; it pauses when it has returned to `depth` frames. Its accesses are added to
  /// `touches`.
  void holdOthers(std::uint32_t depth, std::vector<Touch> &touches);
  void resume();

  bool load(const Value &address, unsigned width, Value &out);
  /// `isPointer`: by its type, so that it may be an address even if nothing else shows it.
  bool store(const Value &address, unsigned width, const Value &value, bool isPointer = false);
  bool copy(const Value &to, const Value &from, const Value &count, unsigned countWidth);
  bool fill(const Value &to, const Value &byte, const Value &count, unsigned countWidth);
  /// An access without a value: reads these bytes, or gives them any content.
  bool lookAt(const Value &address, std::uint64_t bytes);
  bool overwrite(const Value &address, std::uint64_t bytes);
  /// An object of `size` bytes, or null without room for it.
  std::optional<std::uint64_t> allocate(ObjectKind kind, std::uint64_t size,
                                        MemoryObject::Fill fill);
  bool release(const Value &address);
  /// Whether the struct timespec there has invalid nanoseconds: a call that would wait until then
  /// returns at once.
  bool invalidTime(const Value &address, Term &isInvalid);
  /// The address of the thread's errno.
  bool errorNumber(std::uint64_t &address);
  /// Requires that the byte is known.
  Term byteAt(const MemoryObject &object, std::uint64_t offset);

protected:
  using Decisions::Decisions;

  struct Place {
    const MemoryObject *object = nullptr;
    Value offset;
  };

  void bind(State &state, unsigned thread);
  /// The object and the offset of an access.
  bool find(const Value &address, std::uint64_t bytes, bool isWrite, Place &out);
  /// The same, and records the access while others are held.
  bool resolve(const Value &address, std::uint64_t bytes, bool isWrite, Place &out);
  void endLife(std::uint64_t base);
  const std::uint8_t *quickRead(std::uint64_t address, std::uint64_t bytes) {
    return cache_.read(address, bytes);
  }
  std::uint8_t *quickWrite(std::uint64_t address, std::uint64_t bytes) {
    std::uint8_t *const place = cache_.write(address, bytes);
    if (place != nullptr)
      ++writes_;
    return place;
  }

  // Steps.
  bool loadParts(const Step &step);
  bool storeParts(const Step &step);
  bool exchange(const Step &step);
  bool compareExchange(const Step &step);
  bool setAlive(const Step &step);
  bool threadLocalAddress(const Step &step);
  // PartReads.cpp: of a HideParts step, whether there is something to hide; and hides it.
  bool mayHaveParts(const Step &step);
  bool hideParts(const Step &step);

  std::vector<Touch> *touches_ = nullptr; ///< while others are held
  std::uint32_t pauseDepth_ = 0;

private:
  bool resolveAmongObjects(Term address, std::uint64_t bytes, bool isWrite, Place &out);
  bool record(std::uint64_t bytes, bool isWrite, Place &place);
  void recordModelState(const MemoryObject &object, bool isWrite);
  bool badAccess(std::uint64_t address, std::uint64_t bytes, bool isWrite);
  Value readAt(const MemoryObject &object, std::uint64_t offset, unsigned width);
  void writeAt(MemoryObject &object, std::uint64_t offset, unsigned width, const Value &value);
  Value readSymbolic(const MemoryObject &object, Term offset, unsigned width);
  void writeSymbolic(MemoryObject &object, Term offset, unsigned width, const Value &value,
                     bool mayHoldAddress);
  const MemoryObject &makeKnown(const MemoryObject &object, std::uint64_t offset,
                                std::uint64_t count);
  Term arrayOf(const MemoryObject &object);
  MemoryObject &ownObject(std::uint64_t base);

  // PartReads.cpp
  struct HiddenByte {
    std::uint64_t number = 0; ///< among those that are read
    Term term;
  };
  /// Of these bytes those that belong to an address of which others are not among them. `orWhole`:
  /// to any address.
  std::vector<HiddenByte> hiddenBytes(const MemoryObject &object, std::uint64_t offset,
                                      std::uint64_t bytes, bool orWhole);
  /// Puts them in place of the bytes at this offset and behind it.
  void hide(MemoryObject &object, std::uint64_t offset, const std::vector<HiddenByte> &hidden);
  bool mayHoldAddress(unsigned width, const Value &value, bool isPointer);
  /// Before a write of these bytes: hides what is left of addresses that it cuts.
  void hideAround(std::uint64_t base, std::uint64_t offset, std::uint64_t bytes);
  /// After a byte was written: if all parts of an address are there, it is a number again.
  void restoreAddress(MemoryObject &object, std::uint64_t offset);
  Value readHiding(const MemoryObject &object, std::uint64_t offset, unsigned width, bool orWhole);

  ObjectCache cache_;
};

} // namespace raceward
