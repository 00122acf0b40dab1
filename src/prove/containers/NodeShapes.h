// NodeShapes: which lists a program seems to keep, and under which locks. Private to prove.
//
// These are guesses, each of which is verified (Executor.h): nothing is wrong if one does not hold.
// A guess that fails is weakened or given up (Weakness), and all are verified anew.
#pragma once

#include "SymbolicValue.h"
#include "raceward/prove/Facts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace raceward {

/// A list: nodes that are linked by a member.
struct NodeShape {
  std::int64_t link = 0;            ///< where the pointer to the next one is
  std::optional<std::int64_t> back; ///< where that to the one before is, if there is one
  std::set<std::int64_t> payloads;  ///< where pointers to an object are that goes with the node
  std::uint64_t pointerBytes = 8;
  ObjectId node; ///< from which it was guessed
};

struct ContainerRoot {
  enum class Role : std::uint8_t {
    First, ///< the first node, or null
    Last,  ///< the last node
    End,   ///< the address of the link of the last node, or of First
    Count, ///< how many there are
  };
  Role role = Role::First;
  std::int64_t distance = 0;                      ///< from the lock
  const llvm::GlobalVariable *variable = nullptr; ///< it is there, at `distance`
  std::uint64_t bytes = 0;
  unsigned shape = 0;      ///< of the list
  unsigned first = 0;      ///< which root is the first node of that list
  bool nullIfEmpty = true; ///< Last: it is null if the list is empty
  bool usable = true;
};

/// Where a lock lies; with a period: one in each element of an array.
struct LockPlace {
  ObjectId object;
  std::int64_t offset = 0;
  std::int64_t period = 0;
  auto operator<=>(const LockPlace &) const = default;
  [[nodiscard]] bool has(std::int64_t at) const {
    return period == 0 ? at == offset : (at - offset) % period == 0;
  }
};

/// A container in an object, by the place of its lock there.
struct PlacedContainer {
  unsigned container = 0;
  std::int64_t offset = 0;
  std::int64_t period = 0;
  auto operator<=>(const PlacedContainer &) const = default;
  [[nodiscard]] bool isAt(unsigned number, std::int64_t at) const {
    return number == container && LockPlace{{}, offset, period}.has(at);
  }
};

struct ContainerShape {
  std::set<LockPlace> locks; ///< where they may be
  std::vector<ContainerRoot> roots;
  bool usable = true;
};

/// Something that does not hold.
struct Weakness {
  enum class Kind : std::uint8_t { Container, Root, Payload, Back };
  Kind kind = Kind::Container;
  unsigned container = 0; ///< Payload, Back: the list
  unsigned root = 0;
  std::int64_t payload = 0;
};

struct NodeShapes {
  std::vector<NodeShape> lists;
  std::vector<ContainerShape> containers;
  std::set<ObjectId> lockObjects; ///< objects that have a lock of a container
  std::set<ObjectId> nodes;
  std::map<const llvm::GlobalVariable *, int> variables; ///< ids of those that are roots

  void weaken(const Weakness &weakness);
  /// Whether a lock of such a container is at each of these places.
  [[nodiscard]] bool areLocks(unsigned container, const TargetRow &row) const;
  /// Where a root is, given a pointer to the lock.
  [[nodiscard]] SymbolicValue addressOf(unsigned container, unsigned root,
                                        const SymbolicValue &lock) const;
  /// Whether a chain of one list can be one of the other.
  [[nodiscard]] bool isAlso(unsigned list, unsigned other) const;
  [[nodiscard]] bool anyUsable() const;
};

/// Whether these bytes of the variable begin as zeros.
bool isZero(const llvm::GlobalVariable &variable, std::int64_t from, std::uint64_t bytes,
            const llvm::DataLayout &layout);

NodeShapes guessNodeShapes(const Facts &facts);

} // namespace raceward
