// ListRegions: which objects make up lists, and which memory holds the pointers between them.
// Private to prove.
//
//   struct node *heads[16]; pthread_mutex_t locks[16];
//
//   pthread_mutex_lock(&locks[i]);
//   for (p = heads[i]; p; p = p->next)
//     p->count++;
//
// After Seidl and Vojdani (Region analysis for race detection, SAS 2009): each node belongs to one
// region for as long as it exists, named by the address of its root, the head that it was linked to
// first. A pointer that is read from a node leads to a node of the same region, if every write to
// such memory keeps to that. So two threads that walk to one node started at one root, and a lock
// that goes with the root is the same for both.
//
// This is what the whole program says, before the walk: which objects are nodes, where roots lie,
// and which memory (a slot) is read to get from one to the next. What the walk knows of a pointer
// is in RegionFacts.h. A write to a slot that may break the rule breaks the family of the object:
// all objects that slots connect with it.
#pragma once

#include "ProgramEffects.h"
#include "points/Place.h"
#include "raceward/prove/Facts.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace llvm {
class LoadInst;
class Value;
} // namespace llvm

namespace raceward {

class ListRegions {
public:
  ListRegions(const Facts &facts, const ProgramEffects &effects);

  /// A position in a root: it begins so many bytes before the pointer, and is `extent` bytes long
  /// (0: as long as the object).
  struct AtRoot {
    std::int64_t offset = 0;
    std::int64_t extent = 0;
  };
  [[nodiscard]] bool isAtRoot(const AtRoot &root, std::int64_t offset,
                              std::optional<std::uint64_t> bytes) const;
  /// The position, if the pointer only leads to roots, and to one position.
  [[nodiscard]] std::optional<AtRoot> rootOf(const llvm::Value &pointer);
  /// The same for those targets that are roots, if the others are nodes.
  struct Targets {
    bool known = false; ///< every target is one or the other, all roots at one position
    bool nodes = false;
    std::optional<AtRoot> root;
  };
  [[nodiscard]] const Targets &targetsOf(const llvm::Value &pointer);

  /// Whether it reads a slot.
  [[nodiscard]] bool readsSlot(const llvm::LoadInst &load) const {
    return slotReads_.contains(&load);
  }
  /// Whether so many bytes at the pointer may lie in a slot; with `inNodes`, it leads to a node.
  [[nodiscard]] bool mayHitSlot(const llvm::Value &pointer, std::optional<std::uint64_t> bytes,
                                bool inNodes);
  /// Whether such a write hits whole slots only.
  [[nodiscard]] bool hasWholePointers(const llvm::Value &pointer, std::uint64_t bytes) const;
  /// What was written there may be a pointer to another region.
  void breakRule(const llvm::Value &pointer);
  [[nodiscard]] bool isBroken(const llvm::Value &pointer) const;
  void breakAll() { allBroken_ = true; }

private:
  enum class Role : std::uint8_t { Unknown, Node, Root };

  void findRoles();
  void findSlots();
  void addSlot(const llvm::LoadInst &load);
  void breakInitialised();
  void breakObject(ObjectId object);
  [[nodiscard]] std::uint32_t familyOf(std::uint32_t object) const;
  void unite(std::uint32_t a, std::uint32_t b);
  [[nodiscard]] Targets findTargets(const llvm::Value &pointer) const;

  const Facts &facts_;
  std::vector<Role> roles_;                                   ///< by object
  std::map<std::uint32_t, std::vector<points::Place>> slots_; ///< by object
  std::map<std::uint32_t, std::int64_t> extents_;             ///< of the roots in an object
  llvm::DenseSet<const llvm::LoadInst *> slotReads_;
  std::vector<std::uint32_t> parents_; ///< of families, by object
  std::vector<bool> broken_;           ///< by family
  bool allBroken_ = false;
  bool isOff_ = false; ///< nothing is known of any pointer
  std::map<const llvm::Value *, Targets> targets_;
  std::map<std::tuple<const llvm::Value *, std::optional<std::uint64_t>, bool>, bool> hits_;
};

} // namespace raceward
