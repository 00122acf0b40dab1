// Cache: answers from earlier models and cores.
//
// - The same set of constraints: the same answer.
// - A known core is a subset of the query: No, with that core.
// - The query is a subset of a set known to hold, or holds under a recent model: Yes.
//
// After Cadar, Dunbar, Engler, "KLEE", OSDI 2008, section 3.4 (counterexample cache), with cores in
// place of whole unsatisfiable sets. GaveUp is never cached: a shorter query may still be answered
// within the limit.
//
// Invariant: every Yes comes with a model under which the query holds, though it may differ from
// the solver's; every core in the cache is unsatisfiable and not empty.
#pragma once

#include "raceward/smt/Solver.h"

#include <deque>
#include <map>
#include <memory>
#include <unordered_map>

namespace raceward {

class Cache final : public Solver {
public:
  struct Options {
    std::size_t maxEntries = 4096;       ///< all entries are dropped beyond this
    std::size_t recentModels = 12;       ///< number of models tried by evaluation
    std::size_t maxRemembered = 200'000; ///< maximum cached term values per model
  };
  struct Hits {
    std::uint64_t same = 0, core = 0, superset = 0, model = 0, none = 0;
  };

  Cache(const TermArena &arena, std::unique_ptr<Solver> next, Options options);
  Cache(const TermArena &arena, std::unique_ptr<Solver> next)
      : Cache(arena, std::move(next), Options()) {}
  Result<Answer> check(const Query &query) override;
  const Hits &hits() const { return hits_; }

private:
  struct Holding {
    std::vector<Term> constraints; ///< sorted
    Model model;
    std::optional<Evaluator> evaluator;
  };
  using Key = std::vector<Term>;
  struct KeyHash {
    std::size_t operator()(const Key &key) const noexcept;
  };

  std::optional<Answer> known(const Key &key, std::span<const Term> newestLast);
  const Key *coreWithin(const Key &key) const;
  Holding *supersetOf(const Key &key);
  bool holdsUnder(Holding &entry, std::span<const Term> newestLast);
  void rememberYes(const Key &key, const Model &model);
  void rememberNo(const std::vector<Term> &core);

  const TermArena &arena_;
  std::unique_ptr<Solver> next_;
  Options options_;
  Hits hits_;
  std::deque<Holding> holding_; ///< a deque: evaluators refer to its elements
  std::unordered_map<Key, std::size_t, KeyHash> holdingOf_;
  std::unordered_map<Term, std::vector<std::size_t>> holdingWith_;
  std::deque<std::size_t> recent_; ///< most recently useful first
  std::deque<Key> cores_;
  std::unordered_map<Term, std::vector<std::size_t>> coresByLast_; ///< by greatest member
};

} // namespace raceward
