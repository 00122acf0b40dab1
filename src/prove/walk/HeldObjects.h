// HeldObjects: memory of which one slot holds the only pointer. Private to prove.
//
//   context->buffer = malloc(64);
//
// If nothing else stores the result of this call anywhere, no two slots ever hold pointers to one
// object: each execution of the call makes another object, and its address is stored once. So who
// reads a pointer to it from a slot that nobody else has touches an object that nobody else has,
// and two accesses by pointers from two slots touch two objects.
#pragma once

#include "ProgramEffects.h"
#include "raceward/prove/Facts.h"

#include <map>
#include <optional>
#include <set>

namespace llvm {
class LoadInst;
class Value;
} // namespace llvm

namespace raceward {

class HeldObjects {
public:
  HeldObjects(const Facts &facts, const ProgramEffects &effects)
      : facts_(facts), effects_(effects) {}

  /// The read of the slot that holds the memory which the pointer leads to; null if it is not held.
  [[nodiscard]] const llvm::LoadInst *slotOf(const llvm::Value &pointer);

private:
  [[nodiscard]] const llvm::LoadInst *findSlot(const llvm::Value &pointer);
  [[nodiscard]] bool isHeld(ObjectId object);
  [[nodiscard]] bool findWhetherHeld(ObjectId object);
  void findHandedOver();

  const Facts &facts_;
  const ProgramEffects &effects_;
  std::map<const llvm::Value *, const llvm::LoadInst *> slots_; ///< by pointer
  std::map<ObjectId, bool> held_;
  /// Objects to which a thread may get a pointer otherwise than from memory. Found when first asked
  /// for.
  std::optional<std::set<ObjectId>> handedOver_;
};

} // namespace raceward
