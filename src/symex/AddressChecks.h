// AddressChecks: whether the program depends on numbers that the system chooses.
//
// At run time, before an instruction that depends on the number behind an address (AddressUses.h):
// whether it really does, and whether other addresses could have given a different answer. The same
// for handles of threads and for keys.
#pragma once

#include "BoundThread.h"
#include "StoredAddresses.h"

#include <string_view>
#include <vector>

namespace raceward {

/// What helps where the program depends on an address.
inline constexpr std::string_view kAddressAdvice =
    "let the program not depend on where its objects lie";

/// Why the comparison of two handles is a gap.
inline constexpr std::string_view kStaleHandle =
    "the handle of a thread that may have ended is compared, and may be in use again";

class AddressChecks {
public:
  /// Of the thread that the machine executes.
  explicit AddressChecks(BoundThread &machine)
      : machine_(machine), memory_(machine.state().memory), arena_(machine.arena()),
        addresses_(machine.state()) {}

  /// The check of a NoteAddress step. False: the machine has to stop.
  bool perform(const Step &step);
  /// Two handles differ here, but one is that of an ended thread: the system may have reused it for
  /// the other thread.
  [[nodiscard]] bool comparesStaleHandles(const Value &a, const Value &b) const;
  /// Records that the program depends on the number of a thread handle.
  void noteHandle(std::string_view what);
  /// Whether the value was chosen by the system: an address, a handle, a key.
  [[nodiscard]] bool isOfTheSystem(const Value &value) const;
  /// The object whose address, plus an offset, this is; null if unknown.
  [[nodiscard]] const MemoryObject *objectBehind(const Value &address) const;
  /// The objects that the address may belong to; empty if unknown.
  [[nodiscard]] std::vector<const MemoryObject *> objectsOf(const Value &address) const;

private:
  [[nodiscard]] bool dependsOnAddress(const Step &step) const;
  [[nodiscard]] bool isMultipleOf(const Value &address, std::uint64_t bits) const;
  [[nodiscard]] bool isDistanceOfObjects(const Value &a, const Value &b) const;
  void noteComparedHandles(const Step &step);
  [[nodiscard]] bool isPossibleNumber(const Step &step) const;
  [[nodiscard]] bool isNoted() const;
  template <typename IsMeant>
  [[nodiscard]] bool mayBeHandle(const Value &value, IsMeant &&isMeant) const;
  [[nodiscard]] bool isHandle(const Value &value) const;
  [[nodiscard]] bool isStaleHandle(const Value &value) const;
  [[nodiscard]] bool isKey(const Value &value) const;
  [[nodiscard]] bool mayBeAddress(const Value &value) const;
  [[nodiscard]] bool isWholeAddress(const Value &value) const;
  [[nodiscard]] bool differsByAddress(const Value &a, const Value &b, std::uint64_t most,
                                      bool ended) const;
  [[nodiscard]] unsigned pointerBits() const { return memory_.pointerBits(); }

  BoundThread &machine_;
  const Memory &memory_;
  const TermArena &arena_;
  const StoredAddresses addresses_;
};

} // namespace raceward
