// Calls and returns.
#include "Frames.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>

namespace raceward {

namespace {

/// The root of the region that an argument leads into, as an operation on the argument.
constexpr unsigned kRootOf = 901;

/// Whether the expression consists only of arguments of the function.
bool isMadeOfArguments(const Expressions &expressions, ExpressionId e,
                       const llvm::Function &function) {
  for (const auto &[symbol, factor] : expressions.sum(e).terms)
    for (const SymbolId part : expressions.at(symbol).madeOf) {
      if (expressions.at(part).scope == Scope::Program)
        continue;
      const auto *argument = llvm::dyn_cast<llvm::Argument>(expressions.at(part).value);
      if (!argument || argument->getParent() != &function)
        return false;
    }
  return true;
}

} // namespace

bool Frames::isPassedOn(const llvm::Argument &formal, ExpressionId actual) const {
  return actual.valid() && !formal.hasByValAttr() && expressions_.bitsOf(*formal.getType()) != 0 &&
         expressions_.sum(actual).bits == expressions_.bitsOf(*formal.getType());
}

Knowledge Frames::entryOf(Here here, const Knowledge &caller, const Function &callee) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  const llvm::Function &function = *callee.origin;
  Knowledge entry;
  entry.alone = caller.alone;
  const std::size_t count = std::min<std::size_t>(call.arg_size(), function.arg_size());
  std::vector<ExpressionId> actual(count);
  for (std::size_t i = 0; i < count; ++i) {
    const llvm::Argument &formal = *function.getArg(i);
    ExpressionId value = values_.valueOf(caller, *call.getArgOperand(i));
    if (!isPassedOn(formal, value))
      continue;
    if (const auto only = values_.rangeOf(caller, value).only())
      value = expressions_.constant(expressions_.sum(value).bits, *only);
    actual[i] = value;
    const SymbolId symbol = expressions_.symbolOf(formal);
    if (expressions_.scopeOf(value) != Scope::Frame) {
      entry.setEqual(symbol, value);
      continue;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!actual[j].valid() || expressions_.scopeOf(actual[j]) != Scope::Frame)
        continue;
      const ExpressionId difference = expressions_.subtract(value, actual[j]);
      if (!difference.valid() || expressions_.scopeOf(difference) == Scope::Frame)
        continue;
      const ExpressionId other =
          values_.resolve(entry, expressions_.symbol(expressions_.symbolOf(*function.getArg(j))));
      entry.setEqual(symbol, expressions_.add(other, difference));
      break;
    }
  }
  const std::vector<PassedRegion> regions = passRegions(caller, call, function, entry);
  passLocks(caller, function, actual, regions, entry);
  entry.phases = caller.phases;
  entry.endLostSections();
  passOwned(caller, call, function, actual, entry);
  return entry;
}

/// The callee knows a new object by the first argument that leads to it, and another root by its
/// distance from an argument.
std::vector<Frames::PassedRegion> Frames::passRegions(const Knowledge &caller,
                                                      const llvm::CallBase &call,
                                                      const llvm::Function &function,
                                                      Knowledge &entry) {
  std::vector<PassedRegion> passed;
  const std::size_t count = std::min<std::size_t>(call.arg_size(), function.arg_size());
  for (std::size_t i = 0; i < count; ++i) {
    const llvm::Argument &formal = *function.getArg(i);
    const llvm::Value &actual = *call.getArgOperand(i);
    const ExpressionId value = values_.valueOf(caller, actual);
    if (!formal.getType()->isPointerTy() || !isPassedOn(formal, value))
      continue;
    const std::optional<RegionFact> known = regions_.of(caller, actual);
    if (!known || !known->root.valid())
      continue;
    const SymbolId symbol = expressions_.symbolOf(formal);
    RegionFact told{{}, known->isNew, known->atRoot};
    if (expressions_.scopeOf(known->root) != Scope::Frame)
      told.root = known->root;
    else if (known->isNew) {
      const auto before = std::ranges::find_if(passed, [&](const PassedRegion &other) {
        return other.caller.isNew && other.caller.root == known->root;
      });
      told.root = before != passed.end() ? before->callee.root : expressions_.symbol(symbol);
    } else {
      told.root = rootBesideArgument(caller, call, function, known->root, entry);
      const auto before = std::ranges::find_if(passed, [&](const PassedRegion &other) {
        return !other.caller.isNew && other.caller.root == known->root;
      });
      if (!told.root.valid())
        told.root = before != passed.end()
                        ? before->callee.root
                        : expressions_.operation(kRootOf, expressions_.pointerBits(),
                                                 {expressions_.symbol(symbol)});
    }
    if (!told.root.valid())
      continue;
    entry.setRegion(symbol, &told);
    // A value that is constant in the whole run keeps its own name there.
    if (const SymbolId same = expressions_.soleSymbol(value);
        same.valid() && expressions_.at(same).scope != Scope::Frame)
      entry.setRegion(same, &told);
    passed.push_back({symbol, *known, told});
  }
  return passed;
}

ExpressionId Frames::rootBesideArgument(const Knowledge &caller, const llvm::CallBase &call,
                                        const llvm::Function &function, ExpressionId root,
                                        const Knowledge &entry) {
  const std::size_t count = std::min<std::size_t>(call.arg_size(), function.arg_size());
  std::vector<ExpressionId> passed(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ExpressionId value = values_.valueOf(caller, *call.getArgOperand(i));
    if (!isPassedOn(*function.getArg(i), value))
      continue;
    passed[i] = value;
    if (expressions_.sum(value).bits != expressions_.sum(root).bits)
      continue;
    const ExpressionId distance = expressions_.subtract(root, value);
    if (distance.valid() && expressions_.scopeOf(distance) != Scope::Frame)
      return expressions_.add(
          values_.resolve(entry, expressions_.symbol(expressions_.symbolOf(*function.getArg(i)))),
          distance);
  }
  return inCallee(root, function, passed, entry);
}

void Frames::passLocks(const Knowledge &caller, const llvm::Function &function,
                       const std::vector<ExpressionId> &actual,
                       const std::vector<PassedRegion> &regions, Knowledge &entry) {
  for (const KnownLock &lock : caller.locks) {
    KnownLock passed = lock;
    passed.address = {};
    if (expressions_.scopeOf(lock.address) != Scope::Frame)
      passed.address = lock.address;
    for (std::size_t i = 0; i < actual.size() && !passed.address.valid(); ++i) {
      if (!actual[i].valid() || expressions_.scopeOf(actual[i]) != Scope::Frame)
        continue;
      const ExpressionId difference = expressions_.subtract(lock.address, actual[i]);
      if (difference.valid() && expressions_.scopeOf(difference) != Scope::Frame)
        passed.address = expressions_.add(
            values_.resolve(entry, expressions_.symbol(expressions_.symbolOf(*function.getArg(i)))),
            difference);
    }
    if (!passed.address.valid())
      passed.address = inCallee(lock.address, function, actual, entry);
    for (std::size_t i = 0; i < regions.size() && !passed.address.valid(); ++i)
      passed.address = besideRoot(lock.address, regions[i]);
    if (passed.address.valid())
      entry.hold(passed);
  }
}

/// The caller's expression, if each of its values is passed; invalid otherwise.
ExpressionId Frames::inCallee(ExpressionId e, const llvm::Function &function,
                              const std::vector<ExpressionId> &actual, const Knowledge &entry) {
  std::map<SymbolId, ExpressionId> formals;
  for (std::size_t i = 0; i < actual.size(); ++i)
    if (actual[i].valid())
      if (const SymbolId symbol = expressions_.soleSymbol(actual[i]);
          symbol.valid() && expressions_.at(symbol).scope == Scope::Frame)
        formals.try_emplace(
            symbol, values_.resolve(
                        entry, expressions_.symbol(expressions_.symbolOf(*function.getArg(i)))));
  bool complete = true;
  const ExpressionId inside = expressions_.substitute(e, [&](SymbolId symbol) {
    if (const auto at = formals.find(symbol); at != formals.end())
      return at->second;
    const Symbol &what = expressions_.at(symbol);
    complete = complete && (what.kind == Symbol::Kind::Operation || what.scope != Scope::Frame);
    return ExpressionId();
  });
  return complete ? inside : ExpressionId();
}

/// The lock as a multiple of the root of a region, plus something that the callee knows, too.
ExpressionId Frames::besideRoot(ExpressionId lock, const PassedRegion &region) {
  const ExpressionId root = region.caller.root;
  if (region.caller.isNew || expressions_.sum(lock).bits != expressions_.sum(root).bits)
    return {};
  for (const auto &[symbol, factor] : expressions_.sum(lock).terms) {
    if (expressions_.at(symbol).scope != Scope::Frame)
      continue;
    const auto &terms = expressions_.sum(root).terms;
    const auto same = std::ranges::find(terms, symbol, [](const auto &term) { return term.first; });
    if (same == terms.end() || same->second == -1 || factor % same->second != 0)
      return {};
    const std::int64_t times = factor / same->second;
    const ExpressionId rest = expressions_.subtract(lock, expressions_.scale(root, times));
    if (!rest.valid() || expressions_.scopeOf(rest) == Scope::Frame)
      return {};
    return expressions_.add(expressions_.scale(region.callee.root, times), rest);
  }
  return {};
}

void Frames::passOwned(const Knowledge &caller, const llvm::CallBase &call,
                       const llvm::Function &function, const std::vector<ExpressionId> &actual,
                       Knowledge &entry) {
  const std::size_t count = actual.size();
  for (const SymbolId symbol : caller.owned) {
    std::size_t as = count;
    bool known = true;
    for (std::size_t i = 0; i < call.arg_size(); ++i) {
      const ExpressionId value = values_.valueOf(caller, *call.getArgOperand(i));
      if (value.valid() && !expressions_.isMadeOf(value, symbol))
        continue;
      if (i < count && actual[i].valid() && expressions_.soleSymbol(actual[i]) == symbol &&
          as == count)
        as = i;
      else if (i >= count || !actual[i].valid() || as == count ||
               !expressions_.constantOf(expressions_.subtract(actual[i], actual[as])))
        known = false;
    }
    // A value that is constant in the whole run keeps its own name there.
    if (known && as < count)
      entry.own(expressions_.at(symbol).scope == Scope::Program
                    ? symbol
                    : expressions_.symbolOf(*function.getArg(as)));
  }
}

/// One return: what the caller knows is built up in steps, from what it knew before the call, what
/// it passed, and what the callee knows at its exit.
class Frames::Return {
public:
  Return(Frames &frames, Here here, const Knowledge &caller, const Function &callee,
         const FunctionExit &exit)
      : frames_(frames), expressions_(frames.expressions_), here_(here), caller_(caller),
        callee_(callee), exit_(exit), call_(llvm::cast<llvm::CallBase>(*here.instruction().origin)),
        result_(expressions_.symbolOf(call_)), after_(caller) {}

  std::optional<Knowledge> knowledge() {
    if (!mutated(ProverMutation::AloneAfterCall))
      after_.alone = exit_.knowledge.alone;
    findActual();
    entry_ = frames_.entryOf(here_, caller_, callee_);
    takeLocks();
    frames_.effects_.forgetAfter(callee_.id, after_, frames_.effects_.endsSection(callee_.id));
    takeFlags();
    takeOwned();
    takeRegions();
    if (!takeRanges())
      return std::nullopt;
    takeResult();
    return std::move(after_);
  }

private:
  void findActual();
  ExpressionId translated(ExpressionId e);
  void takeLocks();
  void takeFlags();
  void takeOwned();
  void takeRegions();
  std::optional<RegionFact> translated(const RegionFact &fact);
  bool takeRanges();
  void takeResult();
  void loseSightOf(ExpressionId result);

  Frames &frames_;
  Expressions &expressions_;
  const Here here_;
  const Knowledge &caller_;
  const Function &callee_;
  const FunctionExit &exit_;
  const llvm::CallBase &call_;
  const SymbolId result_;
  Knowledge after_;
  Knowledge entry_;                         ///< what was passed to the callee
  std::map<SymbolId, ExpressionId> actual_; ///< by formal argument
  std::vector<KnownLock> besideResult_;     ///< locks at a distance from the returned pointer
  std::vector<PassedRegion> passed_;
  Knowledge told_; ///< the regions of which the callee was told
  std::optional<RegionFact> resultRegion_;
};

void Frames::Return::findActual() {
  const llvm::Function &function = *callee_.origin;
  for (std::size_t i = 0; i < std::min<std::size_t>(call_.arg_size(), function.arg_size()); ++i) {
    const ExpressionId value = frames_.values_.valueOf(caller_, *call_.getArgOperand(i));
    if (frames_.isPassedOn(*function.getArg(i), value))
      actual_[expressions_.symbolOf(*function.getArg(i))] = value;
  }
  passed_ = frames_.passRegions(caller_, call_, function, told_);
  // The root of a region that the callee knows by an argument only.
  for (const PassedRegion &each : passed_)
    if (const SymbolId root = expressions_.soleSymbol(each.callee.root);
        !each.caller.isNew && root.valid() &&
        expressions_.at(root).kind == Symbol::Kind::Operation &&
        expressions_.at(root).opcode == kRootOf)
      actual_[root] = each.caller.root;
}

/// The callee's expression in terms of the caller; invalid if there is none.
ExpressionId Frames::Return::translated(ExpressionId e) {
  if (expressions_.scopeOf(e) != Scope::Frame)
    return e;
  if (!isMadeOfArguments(expressions_, e, *callee_.origin))
    return {};
  bool complete = true;
  const ExpressionId outside = expressions_.substitute(e, [&](SymbolId symbol) {
    const auto at = actual_.find(symbol);
    if (at != actual_.end())
      return at->second;
    complete = complete && (expressions_.at(symbol).kind != Symbol::Kind::Value ||
                            expressions_.at(symbol).scope == Scope::Program);
    return ExpressionId();
  });
  return complete ? outside : ExpressionId();
}

/// Knowledge passed to the callee is returned by it; the rest may have been released.
void Frames::Return::takeLocks() {
  std::erase_if(after_.locks, [&](const KnownLock &lock) {
    for (const KnownLock &told : entry_.locks)
      if (translated(told.address) == lock.address && told.kind == lock.kind)
        return true;
    return frames_.effects_.mayBeReleased(callee_.id, lock);
  });
  for (const KnownLock &lock : exit_.knowledge.locks) {
    KnownLock kept = lock;
    kept.address = translated(lock.address);
    if (kept.address.valid()) {
      after_.hold(kept);
    } else if (exit_.value.valid()) {
      const ExpressionId difference = expressions_.subtract(lock.address, exit_.value);
      if (difference.valid() && expressions_.scopeOf(difference) != Scope::Frame) {
        kept.address = difference;
        besideResult_.push_back(kept);
      }
    }
  }
}

void Frames::Return::takeFlags() {
  // A risen flag stays risen; a section lasts only if the callee preserves it.
  after_.phases = exit_.knowledge.phases;
  for (const FlagPhase &phase : caller_.phases)
    if (phase.risen)
      after_.addPhase(phase);
  for (const KnownLock &lock : caller_.locks)
    if (frames_.effects_.mayLetGo(callee_.id, lock))
      for (ReadFlag &flag : after_.read)
        flag.stillHeld = flag.stillHeld && !(flag.lock == lock.address && flag.kind == lock.kind);
  std::sort(after_.read.begin(), after_.read.end());
  after_.endLostSections();
}

void Frames::Return::takeOwned() {
  std::erase_if(after_.owned, [&](SymbolId symbol) {
    bool mentioned = false;
    for (const llvm::Use &argument : call_.args()) {
      const ExpressionId value = frames_.values_.valueOf(caller_, *argument);
      mentioned = mentioned || !value.valid() || expressions_.isMadeOf(value, symbol);
    }
    if (!mentioned || mutated(ProverMutation::OwnedByCallee))
      return false;
    if (expressions_.at(symbol).scope == Scope::Program)
      return !entry_.owns(symbol) || !exit_.knowledge.owns(symbol);
    for (const auto &[formal, value] : actual_)
      if (expressions_.soleSymbol(value) == symbol && entry_.owns(formal))
        return !exit_.knowledge.owns(formal);
    return true;
  });
  for (const SymbolId symbol : exit_.knowledge.owned) // created in the callee
    if (expressions_.at(symbol).scope == Scope::Program && !entry_.owns(symbol))
      after_.own(symbol);
}

/// The callee's fact in terms of the caller, as the callee leaves it.
std::optional<RegionFact> Frames::Return::translated(const RegionFact &fact) {
  if (!fact.root.valid())
    return fact;
  if (!fact.isNew) {
    const ExpressionId root = translated(fact.root);
    return root.valid() ? std::optional(RegionFact{root, false, fact.atRoot}) : std::nullopt;
  }
  for (const PassedRegion &each : passed_)
    if (each.callee.isNew && each.callee.root == fact.root)
      return each.caller;
  if (expressions_.scopeOf(fact.root) == Scope::Program)
    return fact;
  return std::nullopt;
}

/// What the callee did with the new objects that it was given: it has linked them, or not. Where it
/// does not know, neither does the caller.
void Frames::Return::takeRegions() {
  const std::optional<RegionFact> result = exit_.region ? translated(*exit_.region) : std::nullopt;
  std::vector<std::pair<ExpressionId, std::optional<RegionFact>>> moves;
  for (const PassedRegion &each : passed_) {
    if (!each.caller.isNew)
      continue;
    const RegionFact *left = exit_.knowledge.regionOf(each.formal);
    std::optional<RegionFact> now;
    if (left && left->root.valid())
      now = translated(*left);
    moves.emplace_back(each.caller.root, now);
  }
  const std::vector<std::pair<SymbolId, RegionFact>> before = after_.regions;
  for (const auto &[root, now] : moves) {
    if (now && now->isNew && now->root == root)
      continue;
    if (mutated(ProverMutation::RegionsCallees))
      continue;
    // By what was known before: two may become one.
    for (const auto &[symbol, fact] : before) {
      if (!fact.isNew || fact.root != root)
        continue;
      const RegionFact moved = now ? RegionFact{now->root, now->isNew, std::nullopt} : RegionFact{};
      after_.setRegion(symbol, now ? &moved : nullptr);
    }
  }
  for (const auto &[symbol, fact] : exit_.knowledge.regions)
    if (expressions_.at(symbol).scope == Scope::Program && !told_.regionOf(symbol)) {
      const std::optional<RegionFact> now = translated(fact);
      after_.setRegion(symbol, now ? &*now : nullptr);
    }
  resultRegion_ = result;
  // An object that the callee has made.
  if (!result && exit_.region && exit_.region->isNew)
    if (const SymbolId made = expressions_.soleSymbol(exit_.region->root);
        made.valid() && llvm::isa_and_nonnull<llvm::CallBase>(expressions_.at(made).value))
      resultRegion_ = RegionFact{expressions_.symbol(result_), true, std::nullopt};
}

/// The call returned, so its arguments satisfy the conditions under which it does.
bool Frames::Return::takeRanges() {
  for (const auto &[symbol, range] : exit_.knowledge.ranges)
    if (const auto at = actual_.find(symbol); at != actual_.end())
      if (!frames_.values_.narrow(after_, at->second, range))
        return false;
  return true;
}

void Frames::Return::takeResult() {
  ExpressionId value = exit_.value.valid() ? translated(exit_.value) : ExpressionId();
  if (value.valid() && expressions_.isMadeOf(value, result_))
    value = {};
  frames_.invalidation_.redefine(here_, after_, call_);
  const bool namesItself = resultRegion_ && resultRegion_->root.valid() && !resultRegion_->isNew &&
                           expressions_.isMadeOf(resultRegion_->root, result_);
  after_.setRegion(result_, resultRegion_ && !namesItself ? &*resultRegion_ : nullptr);
  const unsigned bits = expressions_.bitsOf(*call_.getType());
  if (bits != 0) {
    const bool isKnown = value.valid() && expressions_.sum(value).bits == bits;
    if (isKnown)
      after_.setEqual(result_, value);
    else
      loseSightOf(exit_.value);
    if (!isKnown && exit_.value.valid() && expressions_.sum(exit_.value).bits == bits) {
      if (const SymbolId made = expressions_.soleSymbol(exit_.value);
          made.valid() && !llvm::isa_and_nonnull<llvm::Argument>(expressions_.at(made).value) &&
          exit_.knowledge.owns(made))
        after_.own(result_);
      for (KnownLock &lock : besideResult_) {
        lock.address = expressions_.add(expressions_.symbol(result_), lock.address);
        if (lock.address.valid())
          after_.hold(lock);
      }
    }
    if (exit_.value.valid() && expressions_.sum(exit_.value).bits == bits &&
        exit_.range != allOf(bits))
      after_.setRange(result_, exit_.range);
  }
}

/// The caller cannot express the result: it may be any object that it is made of. (An invalid
/// result left the callee with nothing owned.)
void Frames::Return::loseSightOf(ExpressionId result) {
  if (!result.valid())
    return;
  after_.loseSightOf(expressions_, result); // symbols with one name everywhere
  for (const auto &[formal, value] : actual_)
    if (expressions_.isMadeOf(result, formal))
      after_.loseSightOf(expressions_, value);
}

std::optional<Knowledge> Frames::returned(Here here, const Knowledge &caller,
                                          const Function &callee, const FunctionExit &exit) {
  return Return(*this, here, caller, callee, exit).knowledge();
}

} // namespace raceward
