// Which lock guards what, by declaration.
//
// The question is asked of the pairs that are left after everything that needs no lock: objects,
// threads, creations and joins, the time before the first thread. An access in such a pair is made
// while another thread could be there, and must hold the lock in every context in which the memory
// is not its thread's own. The other access of the pair may have another name for the memory: the
// lock is proved only if that one holds it, too.
#include "raceward/prove/Discipline.h"

#include "Declarations.h"
#include "raceward/program/DebugInfo.h"
#include "raceward/prove/Explain.h"
#include "raceward/prove/Prover.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>

namespace raceward {

namespace {

/// Positions that are listed for one variable; the counts are exact in any case.
constexpr std::size_t kMostPositions = 50;

/// The provers that come before `locks` and need no lock. The later ones go by visits, one by one.
std::span<const Prover> withoutLocks() {
  const std::span<const Prover> all = allProvers();
  const auto end = std::ranges::find(all, "locks", &Prover::name);
  return all.first(static_cast<std::size_t>(end - all.begin()));
}

SourcePosition wholePosition(const llvm::Instruction &origin) {
  const llvm::DILocation *location = origin.getDebugLoc().get();
  if (!location)
    return {};
  SourcePosition at = declaredAt(location->getFile(), location->getLine());
  at.column = location->getColumn();
  return at;
}

/// The variables and their locks.
class Guards {
public:
  Guards(const Facts &facts, const Declarations &declarations)
      : facts_(facts), declarations_(declarations), sites_(facts.program.sites()) {}

  std::vector<GuardedVariable> run() {
    SuspectSet suspects = findSuspects(facts_);
    for (const Prover &prover : withoutLocks())
      prover.run(facts_, suspects);
    held_.resize(sites_.size());
    isLive_.assign(sites_.size(), false);
    for (std::size_t i = 0; i < suspects.groupCount(); ++i)
      addGroup(suspects, GroupId(i));
    std::vector<GuardedVariable> guarded;
    for (auto &[name, entry] : entries_)
      if (!entry.isAtomic && !entry.live.empty())
        if (std::optional<GuardedVariable> found = guardOf(name, entry))
          guarded.push_back(std::move(*found));
    return guarded;
  }

private:
  struct Entry {
    std::vector<SiteId> all;
    std::vector<SiteId> live;    ///< with a pair that only a lock can remove
    std::set<std::size_t> meets; ///< cells
    bool isAtomic = false;
  };
  using Held = std::map<LockKeyId, bool>; ///< whether exclusively

  void addGroup(const SuspectSet &suspects, GroupId group) {
    for (const SiteId site : suspects.liveSites(group))
      isLive_[site.index()] = true;
    for (const SiteId site : suspects.sitesOf(group)) {
      const AccessSite &access = sites_[site.index()];
      if (access.variable.empty())
        continue;
      Entry &entry = entries_[access.variable];
      entry.all.push_back(site);
      if (isLive_[site.index()])
        entry.live.push_back(site);
      entry.isAtomic |= isAtomic(access);
    }
    std::map<const SiteId *, std::size_t> numbers;
    const auto numberOf = [&](std::span<const SiteId> sites) {
      const auto [known, isNew] = numbers.try_emplace(sites.data(), cells_.size());
      if (isNew)
        cells_.emplace_back(sites.begin(), sites.end());
      return known->second;
    };
    suspects.forEachLeft(group, [&](std::span<const SiteId> a, std::span<const SiteId> b) {
      const std::size_t first = numberOf(a);
      const std::size_t second = numberOf(b);
      for (const std::string &name : variablesIn(first))
        entries_[name].meets.insert(second);
      for (const std::string &name : variablesIn(second))
        entries_[name].meets.insert(first);
    });
  }

  const std::set<std::string> &variablesIn(std::size_t cell) {
    if (variables_.size() <= cell)
      variables_.resize(cell + 1);
    std::set<std::string> &names = variables_[cell];
    if (names.empty())
      for (const SiteId site : cells_[cell])
        if (!sites_[site.index()].variable.empty())
          names.insert(sites_[site.index()].variable);
    return names;
  }

  /// Locks in every context that needs one; empty if none does. An access with too many contexts
  /// holds nothing for certain.
  const std::optional<Held> &heldAt(SiteId site) {
    std::optional<std::optional<Held>> &known = held_[site.index()];
    if (known)
      return *known;
    known.emplace();
    std::optional<Held> &held = *known;
    if (!facts_.visits.isKnown(site))
      held.emplace();
    for (const Visit &visit : facts_.visits.visitsOf(site)) {
      if (visit.alone || visit.owned || !visit.slice.empty())
        continue;
      Held here;
      for (const HeldKey &lock : visit.locks)
        here[lock.key] = here[lock.key] || lock.exclusive;
      if (!held)
        held = std::move(here);
      else
        for (auto each = held->begin(); each != held->end();) {
          const auto also = here.find(each->first);
          each->second = each->second && also != here.end() && also->second;
          each = also == here.end() ? held->erase(each) : std::next(each);
        }
    }
    return held;
  }

  /// Whether the access needs a lock, and does not hold this one as it should.
  bool isWithout(SiteId site, LockKeyId lock) {
    const std::optional<Held> &held = heldAt(site);
    if (!held)
      return false;
    const auto at = held->find(lock);
    return at == held->end() || (writes(sites_[site.index()].kind) && !at->second);
  }

  /// free() and its like: no access of the program's own.
  [[nodiscard]] bool endsObject(SiteId site) const {
    const InstructionRef at = facts_.instructionOf(site);
    const LibraryFunction *row =
        facts_.program.function(at.function).code.instructions[at.index].library;
    return row && row->frees && row->returns == ReturnEffect::Value;
  }

  std::optional<LockKeyId> usualLock(const Entry &entry) {
    std::map<LockKeyId, std::size_t> holders;
    std::size_t places = 0;
    for (const SiteId site : entry.live)
      if (const std::optional<Held> &held = heldAt(site)) {
        ++places;
        for (const auto &[key, exclusive] : *held)
          holders[key] += exclusive || !writes(sites_[site.index()].kind) ? 1 : 0;
      }
    // Of equal ones that which goes with the object: others may have a lock of their own.
    const auto rank = [&](const auto &holder) {
      const std::optional<KeyPlace> place = facts_.visits.placeOf(holder.first);
      return std::pair(holder.second, !place ? 0 : place->global ? 1 : 2);
    };
    const auto most = std::ranges::max_element(holders, {}, rank);
    if (most == holders.end() || 2 * most->second <= places)
      return std::nullopt;
    return most->first;
  }

  std::optional<GuardedVariable> guardOf(const std::string &name, Entry &entry) {
    const std::optional<LockKeyId> lock = usualLock(entry);
    if (!lock)
      return std::nullopt;
    GuardedVariable guarded;
    guarded.name = name;
    std::set<SourcePosition> without;
    std::set<SourcePosition> early;
    std::set<SourcePosition> ended;
    std::optional<SiteId> holder;
    for (const SiteId site : entry.all) {
      const SourcePosition at = wholePosition(*facts_.program.placeOf(site).origin);
      if (!isLive_[site.index()] || !heldAt(site)) {
        early.insert(at);
        continue;
      }
      ++guarded.places;
      if (isWithout(site, *lock)) {
        without.insert(at);
      } else {
        ++guarded.holds;
        holder = holder ? holder : site;
      }
    }
    for (const std::size_t cell : entry.meets)
      for (const SiteId site : cells_[cell])
        if (isLive_[site.index()] && isWithout(site, *lock))
          (endsObject(site) ? ended : without)
              .insert(wholePosition(*facts_.program.placeOf(site).origin));
    guarded.proved = without.empty() && holder.has_value();
    const auto listed = [](const std::set<SourcePosition> &from) {
      std::vector<SourcePosition> list(from.begin(), from.end());
      list.resize(std::min(list.size(), kMostPositions));
      return list;
    };
    guarded.without = listed(without);
    guarded.ended = listed(ended);
    guarded.early = listed(early);
    describe(guarded, *lock, holder);
    return guarded;
  }

  /// The declaration and the lock, in words of the source.
  void describe(GuardedVariable &guarded, LockKeyId lock, const std::optional<SiteId> &holder) {
    std::string name = guarded.name;
    if (name.starts_with('*')) {
      guarded.pointee = true;
      name.erase(0, 1);
    }
    const Declared *declared = declarations_.find(name);
    if (!declared)
      while (!declared && name.ends_with(']') && name.rfind('[') != std::string::npos) {
        name.resize(name.rfind('['));
        declared = declarations_.find(name);
      }
    const std::string called = holder ? facts_.visits.describe(lock, *holder) : "a lock";
    const std::optional<KeyPlace> place = facts_.visits.placeOf(lock);
    guarded.lock = called;
    if (!declared || !declared->at.known()) {
      guarded.problem = "it has no declaration of its own in the program";
      return;
    }
    guarded.declarator = declared->declarator;
    guarded.declared = declared->at;
    if (!place) {
      guarded.problem = "that lock is neither one of the whole program nor in the same object";
      return;
    }
    std::optional<LockMember> member;
    if (place->global) {
      const Declared *of = declarations_.find(*place->global);
      member = of ? Declarations::lockAt(of->type, place->offset) : std::nullopt;
      if (member) {
        guarded.lock = of->declarator + (member->path.empty() ? "" : "." + member->path);
        guarded.lockDeclared = of->at;
        if (member->path.empty())
          guarded.lockDeclaration =
              (of->isStatic ? "static " : "extern ") + member->type + " " + of->declarator + ";";
      }
    } else if (declared->record && !guarded.pointee) {
      member = Declarations::lockAt(declared->record,
                                    static_cast<std::int64_t>(declared->offset) + place->offset);
      if (member) {
        guarded.lock = member->path;
        guarded.lockDeclared = member->at;
        guarded.sameObject = true;
      }
    }
    if (!member)
      guarded.problem = "that lock has no name where the variable is declared";
  }

  const Facts &facts_;
  const Declarations &declarations_;
  const std::vector<AccessSite> &sites_;
  std::map<std::string, Entry> entries_;
  std::vector<std::vector<SiteId>> cells_;
  std::vector<std::set<std::string>> variables_; ///< by cell
  std::vector<std::optional<std::optional<Held>>> held_;
  std::vector<bool> isLive_;
};

/// The locks of functions.
class FunctionGuards {
public:
  FunctionGuards(const Facts &facts, const Declarations &declarations)
      : facts_(facts), declarations_(declarations) {}

  std::vector<FunctionDiscipline> run() {
    std::map<FunctionId, std::vector<const LocksAtCall *>> byFunction;
    for (const LocksAtCall &each : facts_.visits.locksAtCalls())
      byFunction[each.function].push_back(&each);
    std::vector<FunctionDiscipline> found;
    for (const auto &[id, calls] : byFunction) {
      const Function &function = facts_.program.function(id);
      const llvm::DISubprogram *described = function.origin->getSubprogram();
      if (!described)
        continue;
      FunctionDiscipline each;
      each.name = described->getName().str();
      each.declared = declaredAt(described->getFile(), described->getLine());
      decide(calls, each);
      if (!each.needs.empty() || !each.takes.empty() || !each.releases.empty() ||
          !each.sometimes.empty())
        found.push_back(std::move(each));
    }
    std::ranges::sort(found, {}, [](const FunctionDiscipline &each) {
      return std::tie(each.declared, each.name);
    });
    return found;
  }

private:
  void decide(const std::vector<const LocksAtCall *> &calls, FunctionDiscipline &into) const {
    std::map<PlacedLock, std::nullptr_t> places;
    bool returns = false;
    for (const LocksAtCall *call : calls) {
      for (const PlacedLock &lock : call->entry)
        places[lock];
      for (const auto &exit : call->exits)
        for (const PlacedLock &lock : exit)
          places[lock];
      returns |= !call->exits.empty();
    }
    for (const auto &[place, unused] : places) {
      const std::optional<LockInCode> words = wordsFor(place);
      if (!words)
        continue;
      // Of calls: all, and none. Of returns likewise.
      bool always = true;
      bool never = true;
      bool alwaysAfter = true;
      bool neverAfter = true;
      bool isAsked = false;
      for (const LocksAtCall *call : calls) {
        const bool before = holds(call->entry, place);
        never &= !before;
        if (!call->alone &&
            std::ranges::find(call->newObjects, place.base) == call->newObjects.end()) {
          isAsked = true;
          always &= before;
        }
        for (const auto &exit : call->exits) {
          alwaysAfter &= holds(exit, place);
          neverAfter &= !holds(exit, place);
        }
      }
      always &= isAsked;
      if (always && (alwaysAfter || !returns))
        into.needs.push_back(*words);
      else if (always && neverAfter)
        into.releases.push_back(*words);
      else if (never && alwaysAfter && returns)
        into.takes.push_back(*words);
      else if ((always || never) && !neverAfter)
        into.sometimes.push_back(*words);
    }
    for (auto *list : {&into.needs, &into.takes, &into.releases, &into.sometimes}) {
      std::ranges::sort(*list);
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
  }

  /// An exclusive lock is also one for reading.
  static bool holds(const std::vector<PlacedLock> &locks, const PlacedLock &place) {
    return std::ranges::any_of(locks, [&](const PlacedLock &lock) {
      return lock.base == place.base && lock.offset == place.offset &&
             (lock.exclusive || !place.exclusive);
    });
  }

  [[nodiscard]] std::optional<LockInCode> wordsFor(const PlacedLock &place) const {
    LockInCode words;
    words.exclusive = place.exclusive;
    if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(place.base)) {
      const Declared *declared = declarations_.find(*global);
      const auto member =
          declared ? Declarations::lockAt(declared->type, place.offset) : std::nullopt;
      if (!member)
        return std::nullopt;
      words.text = declared->declarator + (member->path.empty() ? "" : "." + member->path);
      return words;
    }
    const auto &argument = llvm::cast<llvm::Argument>(*place.base);
    const llvm::DIType *type = pointedTo(declarations_.parameter(argument));
    const auto member = type ? Declarations::lockAt(type, place.offset) : std::nullopt;
    if (!member)
      return std::nullopt;
    words.parameter = argument.getArgNo();
    words.text = member->path.empty() ? "" : "->" + member->path;
    return words;
  }

  const Facts &facts_;
  const Declarations &declarations_;
};

bool isOfLocks(SyncEffect effect) {
  switch (effect) {
  case SyncEffect::Lock:
  case SyncEffect::TryLock:
  case SyncEffect::Unlock:
  case SyncEffect::ReadLock:
  case SyncEffect::TryReadLock:
  case SyncEffect::WriteLock:
  case SyncEffect::TryWriteLock:
  case SyncEffect::RwUnlock:
    return true;
  default: // no attribute says what the others do
    return false;
  }
}

} // namespace

Discipline disciplineOf(const Facts &facts) {
  const Declarations declarations(facts.program);
  Discipline discipline;
  discipline.variables = Guards(facts, declarations).run();
  discipline.functions = FunctionGuards(facts, declarations).run();
  std::set<std::string> functions;
  for (const Function &each : facts.program.functions())
    if (each.library && isOfLocks(each.library->sync))
      functions.insert(each.library->name);
  discipline.lockFunctions.assign(functions.begin(), functions.end());
  for (const Function &each : facts.program.functions())
    if (const llvm::DISubprogram *described = each.origin->getSubprogram();
        described && facts.threads.isReachable(each.id))
      discipline.executed.emplace_back(described->getName().str(),
                                       declaredAt(described->getFile(), described->getLine()));
  std::set<std::string> files;
  for (const llvm::DICompileUnit *unit : facts.program.module().debug_compile_units())
    if (const SourcePosition at = declaredAt(unit->getFile(), 1); at.known())
      files.insert(at.file);
  discipline.files.assign(files.begin(), files.end());
  std::set<std::string> headers;
  for (const llvm::MDNode *node : debugNodesOf(facts.program.module()))
    if (const SourcePosition at = declaredAt(llvm::dyn_cast<llvm::DIFile>(node), 1);
        at.known() && !files.contains(at.file))
      headers.insert(at.file);
  discipline.headers.assign(headers.begin(), headers.end());
  std::set<std::string> unknown;
  for (const Gap &gap : foundationGaps(facts))
    unknown.insert(gap.message);
  discipline.unknownCalls.assign(unknown.begin(), unknown.end());
  discipline.lockTypes.assign(declarations.lockTypes().begin(), declarations.lockTypes().end());
  return discipline;
}

} // namespace raceward
