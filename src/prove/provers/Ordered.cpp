#include "Naming.h"
#include "Provers.h"

#include <map>

namespace raceward {

namespace {

/// The creation or join between two moments, as text; each text is made once.
class OrderWords {
public:
  OrderWords(const Facts &facts, SuspectSet &suspects) : facts_(facts), suspects_(suspects) {}

  DetailId created(MomentId a, MomentId b) {
    std::vector<std::size_t> threads = startedBy(a, b);
    const std::vector<std::size_t> others = startedBy(b, a);
    threads.insert(threads.end(), others.begin(), others.end());
    return of(created_, threads, " is created", creationsOf);
  }

  DetailId joined(MomentId a, MomentId b) {
    return of(joined_, facts_.parallel.joinedBetween(a, b), " is joined", joinsOf);
  }

private:
  using Threads = std::vector<std::size_t>;

  /// Threads that execute `b` and are created by those that execute `a`.
  [[nodiscard]] Threads startedBy(MomentId a, MomentId b) const {
    const std::vector<ThreadTemplate> &templates = facts_.threads.templates();
    Threads started;
    for (const std::size_t t : facts_.parallel.threadsOf(b))
      if (const auto &created = templates[t].createdAt)
        for (const std::size_t creator : facts_.parallel.threadsOf(a))
          if (creator != t && templates[creator].runs[created->at.function.index()]) {
            started.push_back(t);
            break;
          }
    return started;
  }

  DetailId of(std::map<Threads, DetailId> &known, const Threads &threads, const std::string &verb,
              std::string (*places)(const Facts &, const Threads &)) {
    if (threads.empty())
      return {};
    const auto [at, isNew] = known.try_emplace(threads);
    if (isNew)
      at->second = suspects_.detail(threadNames(facts_, threads) + verb + " in between" +
                                    inBrackets(places(facts_, threads)));
    return at->second;
  }

  const Facts &facts_;
  SuspectSet &suspects_;
  std::map<Threads, DetailId> created_;
  std::map<Threads, DetailId> joined_;
};

} // namespace

// Idea: two accesses are ordered if, whenever two threads execute them, one of the threads is
// created after the first access, or joined before the second (Parallel.h). The label of a site is
// its moment: the templates that may execute it, and those whose threads may run in parallel then.
//
// Pairs are removed in two passes, so that reports name the reason: first those that creations
// alone order, then those that need a join. A join counts only if it certainly ends every thread
// that it stands for (Handles.h).
void proveOrdered(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  const Parallel &parallel = facts.parallel;
  OrderWords words(facts, suspects);
  const auto moment = [&](SiteId site) -> SiteLabel {
    return parallel.momentOf(facts.instructionOf(site)).index();
  };
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, self.name, "before the thread is created", moment,
        [&](SiteLabel a, SiteLabel b) {
          return !parallel.mayBeParallelWithoutJoins(MomentId(a), MomentId(b));
        },
        [&](SiteLabel a, SiteLabel b) { return words.created(MomentId(a), MomentId(b)); });
    suspects.removePairs(
        group, self.name, "the thread is joined before", moment,
        [&](SiteLabel a, SiteLabel b) { return !parallel.mayBeParallel(MomentId(a), MomentId(b)); },
        [&](SiteLabel a, SiteLabel b) { return words.joined(MomentId(a), MomentId(b)); });
  });
}

} // namespace raceward
