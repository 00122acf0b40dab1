#include "raceward/report/Issues.h"

#include "story/Findings.h"
#include "story/OpenList.h"
#include "story/RaceStory.h"
#include "story/Summary.h"
#include "story/ValueRaceText.h"
#include "text/SourceFiles.h"

#include "raceward/base/Text.h"
#include "raceward/report/Fingerprint.h"

#include <map>

namespace raceward {
namespace {

/// Viewers of other programs show no more to a person.
constexpr std::size_t kMostOpenIssues = 200;

/// "write of 'q->head' by memcpy() in 'worker' (thread T1)"; the object is named before.
std::string describe(const ShownAccess &access, const std::string &object) {
  const AccessSite &site = access.site;
  std::string text = isAtomic(site) ? "atomic " : "";
  text += std::string(toString(site.kind)) + accessDetails(site, object);
  if (access.number || !access.thread.empty())
    text += " (" + threadWords(access) + ")";
  return text;
}

/// " at line 12", or with the file.
std::string placeOf(const SourcePosition &at, const SourcePosition &seenFrom) {
  if (!at.known())
    return {};
  const std::string line = std::to_string(at.line);
  return at.file == seenFrom.file ? " at line " + line : " at " + baseName(at.file) + ":" + line;
}

void addCreations(const ShownFinding &finding, std::vector<RelatedPlace> &related) {
  for (const ShownAccess *access : {&finding.lead, &finding.partners.front()}) {
    if (finding.race == nullptr || !access->number)
      continue;
    const EvidenceThread &thread = finding.race->run.threads[*access->number];
    if (thread.createdAt.known())
      related.push_back({"thread " + threadLabel(*access->number) + " (" + quoted(thread.function) +
                             ") is created here" +
                             (thread.creator ? " by thread " + threadLabel(*thread.creator) : ""),
                         thread.createdAt});
  }
}

Issue issueOf(const ShownFinding &finding, const Baseline *baseline) {
  const ShownAccess &partner = finding.partners.front();
  Issue issue;
  issue.rule = "data-race";
  issue.object = finding.object;
  issue.at = finding.lead.site.at;
  issue.function = finding.lead.site.function;
  issue.message = "data race" + (finding.object.empty() ? "" : " on " + quoted(finding.object)) +
                  ": nothing orders this " + describe(finding.lead, finding.object) + " and the " +
                  describe(partner, finding.object) + placeOf(partner.site.at, issue.at);
  if (finding.race != nullptr && !finding.race->native.words.empty())
    issue.message += "; " + finding.race->native.words;
  if (finding.race != nullptr && finding.race->harm.answer != Harm::Answer::NotAsked)
    issue.message +=
        "; " + std::string(toString(finding.race->harm.answer)) + ": " + finding.race->harm.words;
  issue.related.push_back(
      {"the other access: " + describe(partner, finding.object), partner.site.at});
  addCreations(finding, issue.related);
  if (finding.race != nullptr) {
    issue.run = &finding.race->run;
    issue.why = whyUnordered(*issue.run);
    issue.benign = finding.race->harm.answer == Harm::Answer::Benign;
    issue.advice = raceHint(*issue.run, finding.object);
  }
  Conviction pair;
  pair.first = finding.lead.site;
  pair.second = partner.site;
  issue.fingerprint = fingerprintOf(pair);
  if (baseline != nullptr)
    issue.known = baseline->knows(pair);
  return issue;
}

/// A variable that could not be decided: one issue, however many pairs it has.
Issue issueOf(const ShownVariable &variable) {
  const ShownFinding &finding = variable.finding;
  const ShownAccess &partner = finding.partners.front();
  Issue issue;
  issue.rule = "possible-data-race";
  issue.object = finding.object;
  issue.at = finding.lead.site.at;
  issue.function = finding.lead.site.function;
  issue.message = "possible data race" +
                  (finding.object.empty() ? "" : " on " + quoted(finding.object)) + ": this " +
                  describe(finding.lead, finding.object) + " and the " +
                  describe(partner, finding.object) + placeOf(partner.site.at, issue.at) +
                  " could not be decided";
  issue.related.push_back(
      {"the other access: " + describe(partner, finding.object), partner.site.at});
  issue.why = variable.lock;
  Conviction pair;
  pair.first = finding.lead.site;
  pair.second = partner.site;
  issue.fingerprint = fingerprintOf(pair);
  return issue;
}

Issue issueOfValues(const Conviction &race, const Baseline *baseline) {
  Issue issue;
  issue.rule = "value-race";
  issue.object = objectOf(race);
  issue.at = race.second.at;
  issue.function = race.second.function;
  issue.message = valueRaceMessage(race) + "; " + race.harm.words;
  for (const SeenWrite &write : seenWrites(race))
    if (write.at.known())
      issue.related.push_back({write.words, write.at});
  issue.run = &race.run;
  issue.why = race.harm.words;
  issue.advice = valueRaceHint(race);
  issue.fingerprint = fingerprintOf(race);
  if (baseline != nullptr)
    issue.known = baseline->knows(race);
  return issue;
}

Issue issueOf(const Violation &violation) {
  Issue issue;
  issue.rule = violation.kind;
  issue.message = violation.message;
  issue.at = violation.at;
  issue.function = violation.function;
  for (const Caller &caller : violation.calledFrom)
    issue.related.push_back({"called from " + quoted(caller.function), caller.at});
  for (const GivenInput &input : violation.inputs)
    issue.related.push_back({inputWords(input), input.at});
  Conviction place;
  place.first.at.file = violation.at.file;
  place.first.function = violation.function;
  place.first.name = violation.kind;
  issue.fingerprint = fingerprintOf(place);
  return issue;
}

/// Two lines of one function may have equal fingerprints; later ones get a number.
void makeUnique(std::vector<Issue> &issues) {
  std::map<std::string, unsigned> seen;
  for (Issue &issue : issues)
    if (const unsigned count = ++seen[issue.fingerprint]; count > 1)
      issue.fingerprint += ":" + std::to_string(count);
}

} // namespace

IssueList issuesOf(const CheckResult &result, const Baseline *baseline) {
  IssueList list;
  const bool ofValues = result.subject == Subject::ValueRaces;
  list.property = ofValues ? "value-races" : toString(Property::NoDataRace);
  const Verdict verdict = result.verdict();
  list.verdict = verdict.name();
  list.summary = verdictSummary(result);
  list.assumed = assumedOfFunctions(result);
  list.seconds = result.stats.wallSeconds;
  const std::vector<Conviction> &races = result.ledger.convictions;
  if (ofValues)
    for (const Conviction &conviction : races)
      list.issues.push_back(issueOfValues(conviction, baseline));
  else
    for (const ShownFinding &finding : findingsOf(races))
      list.issues.push_back(issueOf(finding, baseline));
  for (const SuppressedRace &suppressed : result.ledger.suppressed)
    for (const ShownFinding &finding : findingsOf(std::span(&suppressed.race, 1))) {
      list.suppressed.push_back(issueOf(finding, baseline));
      list.suppressed.back().justification = suppressed.reason;
    }
  if (const Unknown *unknown = verdict.unknown()) {
    list.reasons = unknown->reasons;
    for (const ShownVariable &variable : openVariablesOf(result.ledger, kMostOpenIssues))
      list.open.push_back(issueOf(variable));
  }
  makeUnique(list.issues);
  makeUnique(list.suppressed);
  makeUnique(list.open);
  return list;
}

IssueList issuesOf(const PropertyResult &result) {
  IssueList list;
  list.property = toString(result.ledger.property);
  list.verdict = result.verdict().name();
  list.summary = verdictSummary(result);
  list.seconds = result.stats.wallSeconds;
  if (result.verdict().isViolated())
    for (const Violation &violation : result.ledger.violations)
      list.issues.push_back(issueOf(violation));
  list.reasons = result.verdict().reasons();
  makeUnique(list.issues);
  return list;
}

} // namespace raceward
