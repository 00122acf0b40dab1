// RegionFacts: into which region a pointer leads, as the walk goes. Private to prove.
//
// A pointer to a root names its region by its own address. A pointer that was read from a slot
// leads where the slot belongs to: see ListRegions.h. A new object is a region of its own, until a
// pointer to it is written into a slot of another region, or a pointer into that one is written
// into it.
//
// Facts about new objects are all known to the thread that made them, in the frames that call each
// other: Frames.cpp says in the caller what the callee did with those that it passed. Whoever gets
// a pointer to the object otherwise knows no region of it, and breaks the rule by linking it.
#pragma once

#include "Expressions.h"
#include "Here.h"
#include "Knowledge.h"
#include "ListRegions.h"
#include "Values.h"

#include <optional>

namespace raceward {

class RegionFacts {
public:
  RegionFacts(const Program &program, Expressions &expressions, Values &values,
              ListRegions &regions, bool hasBitFields)
      : program_(program), expressions_(expressions), values_(values), regions_(regions),
        hasBitFields_(hasBitFields) {}

  /// What is known of a pointer; nothing if it may lead anywhere.
  std::optional<RegionFact> of(const Knowledge &knowledge, const llvm::Value &pointer);
  /// What a load that is about to be executed gives.
  std::optional<RegionFact> read(Here here, const Knowledge &knowledge);
  /// A new object.
  void allocate(Knowledge &knowledge, const llvm::CallBase &call);
  /// Two addresses are not equal.
  void noteApart(Knowledge &knowledge, const llvm::Value &a, const llvm::Value &b);
  /// The effect of a write; with `mayBreak`, one that breaks the rule is noted.
  void write(Here here, Knowledge &knowledge, bool mayBreak);
  /// The address of the root, if the access is made to an object of its region.
  ExpressionId rootOfAccess(const Knowledge &knowledge, const llvm::Value &pointer,
                            std::optional<std::uint64_t> bytes);
  [[nodiscard]] bool isBroken(const llvm::Value &pointer) const {
    return regions_.isBroken(pointer);
  }

private:
  struct Reach {
    bool inRegion = false;
    bool inNodes = false; ///< certainly not at the root
  };
  bool areApart(const Knowledge &knowledge, ExpressionId a, ExpressionId b);
  Reach reachOf(const Knowledge &knowledge, const RegionFact &fact, const llvm::Value &pointer,
                std::optional<std::uint64_t> bytes);
  std::optional<RegionFact> inObject(const Knowledge &knowledge, ExpressionId value);
  bool link(Knowledge &knowledge, const RegionFact &slot, const llvm::Value &value);
  [[nodiscard]] bool clears(const llvm::Instruction &origin) const;

  const Program &program_;
  Expressions &expressions_;
  Values &values_;
  ListRegions &regions_;
  const bool hasBitFields_;
};

} // namespace raceward
