#include "Naming.h"
#include "Provers.h"

namespace raceward {

namespace {

std::vector<std::size_t> startedByMain(const Facts &facts) {
  std::vector<std::size_t> threads;
  for (std::size_t t = 0; t < facts.threads.templates().size(); ++t)
    if (const auto &created = facts.threads.templates()[t].createdAt;
        created && facts.threads.mainThread().runs[created->at.function.index()])
      threads.push_back(t);
  return threads;
}

} // namespace

// Idea: actions of the main thread while it is alone happen before the first creation or after the
// last join, and therefore before or after everything that any other thread does. One side is
// enough.
//
// "Alone" is a must-property over all paths and contexts (Parallel.h): no thread that the main
// thread has started, directly or through others, may still be running. The call that creates a
// thread is not alone: it may write the handle after the thread has started.
void proveAlone(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  enum Label : SiteLabel { InCompany, BeforeAll, AfterAll };
  const std::vector<std::size_t> threads = startedByMain(facts);
  const DetailId before = suspects.detail("one of the two comes before any thread exists" +
                                          inBrackets(creationsOf(facts, threads)));
  const DetailId after = suspects.detail("one of the two comes after every thread was joined" +
                                         inBrackets(joinsOf(facts, threads)));
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, self.name, self.description,
        [&](SiteId site) -> SiteLabel {
          const InstructionRef at = facts.instructionOf(site);
          if (!facts.parallel.alwaysAlone(at))
            return InCompany;
          return facts.parallel.beforeAnyThread(facts.parallel.momentOf(at)) ? BeforeAll : AfterAll;
        },
        [](SiteLabel a, SiteLabel b) { return a != InCompany || b != InCompany; },
        [&](SiteLabel a, SiteLabel b) {
          return a == BeforeAll || b == BeforeAll ? before : after;
        });
  });
}

} // namespace raceward
