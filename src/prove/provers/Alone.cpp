#include "Naming.h"
#include "Provers.h"

#include <algorithm>

namespace raceward {

// Idea: reads do not race with each other. A group is removed as a whole if each of its sites
// reads, or writes only while no other thread exists (Parallel::alwaysAlone): such a write is
// ordered with everything that another thread does.
void proveReadOnly(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &sites) {
    const bool readOnly = std::all_of(sites.begin(), sites.end(), [&](SiteId site) {
      return !writes(facts.program.sites()[site.index()].kind) ||
             facts.parallel.alwaysAlone(facts.instructionOf(site));
    });
    if (readOnly)
      suspects.removeGroup(group, name, "only read while other threads exist");
  });
}

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
void proveAlone(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  enum Label : SiteLabel { InCompany, BeforeAll, AfterAll };
  const std::vector<std::size_t> threads = startedByMain(facts);
  const DetailId before = suspects.detail("one of the two comes before any thread exists" +
                                          inBrackets(creationsOf(facts, threads)));
  const DetailId after = suspects.detail("one of the two comes after every thread was joined" +
                                         inBrackets(joinsOf(facts, threads)));
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, name, "before the first thread or after the last",
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
