#include "raceward/report/TextReport.h"

#include "story/ExplanationText.h"
#include "story/Findings.h"
#include "story/InputNotes.h"
#include "story/OpenList.h"
#include "story/RaceGroups.h"
#include "story/RaceStory.h"
#include "story/SchedulePicture.h"
#include "story/Summary.h"
#include "story/ValueRaceText.h"
#include "text/Diagnostics.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace raceward {
namespace {

/// As much as fits on one screen; --verbose shows the rest.
constexpr std::size_t kFindingsShown = 5;
constexpr std::size_t kPartnersShown = 4;
constexpr std::size_t kReasonsShown = 10;
constexpr std::size_t kStepsShown = 24;
constexpr std::size_t kCallersShown = 8;

struct Wording {
  Severity severity;
  std::string_view what;
  std::string_view together;  ///< before the second access
  std::string_view onOneLine; ///< for a line that races with itself
};

constexpr Wording kRace{Severity::Error, "data race", "runs at the same time as ",
                        "two threads execute this line at the same time"};
constexpr Wording kSuspect{Severity::Warning, "possible data race", "may run at the same time as ",
                           "two threads may execute this line at the same time"};

/// Between plain accesses "plain" is not mentioned.
enum class Company : std::uint8_t { Plain, Atomic };

Company companyOf(const AccessSite &site) {
  return isAtomic(site) ? Company::Atomic : Company::Plain;
}

/// "this atomic write of 'q->head' by memcpy() in 'worker' (thread 't1')".
std::string describe(const ShownAccess &access, const std::string &object, Company company) {
  const AccessSite &site = access.site;
  std::string text = "this ";
  if (isAtomic(site))
    text += "atomic ";
  else if (company == Company::Atomic)
    text += "non-atomic ";
  text += std::string(toString(site.kind)) + accessDetails(site, object);
  if (access.number || (!access.thread.empty() && access.thread != site.function))
    text += " (" + threadWords(access) + ")";
  return text;
}

void addInlining(Diagnostics &out, const AccessSite &site) {
  for (const SourcePosition &at : site.inlinedAt)
    out.add(at, Severity::Note, "inlined here");
}

/// The calls that led to the access, down to the creation of the thread.
void addStack(Diagnostics &out, const ShownFinding &finding, const ShownAccess &access) {
  if (finding.race == nullptr)
    return;
  const Evidence &run = finding.race->run;
  const EvidenceStep &step = run.steps[access.step];
  const std::size_t shown = std::min(step.calledFrom.size(), kCallersShown);
  for (const Caller &caller : std::span(step.calledFrom).first(shown))
    out.add(caller.at, Severity::Note, "called from " + quoted(caller.function), Quote::Nothing);
  if (shown < step.calledFrom.size())
    out.add({}, Severity::Note,
            counted(step.calledFrom.size() - shown, "more call") + " not shown");
  const EvidenceThread &thread = run.threads[step.thread];
  if (thread.creator)
    out.add(thread.createdAt, Severity::Note,
            "thread " + threadLabel(step.thread) + " is created by " +
                threadLabel(*thread.creator) + " and starts in " + quoted(thread.function),
            Quote::Nothing);
}

void addLead(Diagnostics &out, const ShownFinding &finding, const Wording &wording) {
  const bool atomicPartner = std::ranges::any_of(
      finding.partners, [](const ShownAccess &partner) { return isAtomic(partner.site); });
  std::string message(wording.what);
  if (!finding.object.empty())
    message += " on " + quoted(finding.object);
  message += ": " + describe(finding.lead, finding.object,
                             atomicPartner ? Company::Atomic : Company::Plain);
  out.add(finding.lead.site.at, wording.severity, message);
  addInlining(out, finding.lead.site);
  addStack(out, finding, finding.lead);
}

void addPartner(Diagnostics &out, const ShownFinding &finding, const ShownAccess &partner,
                const Wording &wording) {
  if (onOneLine(finding.lead.site, partner.site)) {
    const std::string message = partner.thread.empty()
                                    ? std::string(wording.onOneLine)
                                    : threadWords(partner) + " runs this line at the same time";
    out.add(partner.site.at, Severity::Note, message, Quote::Nothing);
    addStack(out, finding, partner);
    return;
  }
  out.add(partner.site.at, Severity::Note,
          std::string(wording.together) +
              describe(partner, finding.object, companyOf(finding.lead.site)));
  addInlining(out, partner.site);
  addStack(out, finding, partner);
}

/// Returns how many partners it left out.
std::size_t addFinding(Diagnostics &out, const ShownFinding &finding, const Wording &wording,
                       std::size_t partnersShown) {
  addLead(out, finding, wording);
  const std::size_t shown = std::min(finding.partners.size(), partnersShown);
  bool isVolatile = finding.lead.site.isVolatile;
  for (std::size_t i = 0; i < shown; ++i) {
    addPartner(out, finding, finding.partners[i], wording);
    isVolatile |= finding.partners[i].site.isVolatile;
  }
  // A common misconception of C programmers is worth a line.
  if (isVolatile)
    out.addHint("'volatile' does not order accesses of different threads; _Atomic does");
  return finding.partners.size() - shown;
}

/// Variables are what a person decides about.
void addOpenVariables(Diagnostics &out, const Ledger &ledger, bool verbose) {
  const std::vector<ShownVariable> shown =
      openVariablesOf(ledger, verbose ? ledger.variables.listed.size() : kFindingsShown);
  for (const ShownVariable &variable : shown) {
    const ShownFinding &finding = variable.finding;
    const std::size_t more =
        addFinding(out, finding, kSuspect, verbose ? finding.partners.size() : kPartnersShown);
    if (more > 0)
      out.addNote(counted(more, "more line") + " not shown");
    if (!variable.lock.empty())
      out.addNote(variable.lock);
  }
  const std::vector<std::string> counts = countsOfOpen(ledger.variables, shown.size());
  for (const std::string &line : counts)
    out.add({}, Severity::Note, line);
  if (!verbose && shown.size() < ledger.variables.listed.size())
    out.addHint("--verbose shows all of them");
}

void addSuspects(Diagnostics &out, const Ledger &ledger, bool verbose) {
  if (!ledger.variables.listed.empty())
    return addOpenVariables(out, ledger, verbose);
  std::size_t leftOut = 0;
  std::size_t shown = 0;
  for (const ShownFinding &finding : findingsOf(ledger.open)) {
    if (!verbose && shown == kFindingsShown) {
      leftOut += finding.partners.size();
      continue;
    }
    ++shown;
    leftOut +=
        addFinding(out, finding, kSuspect, verbose ? finding.partners.size() : kPartnersShown);
  }
  if (leftOut > 0)
    out.add({}, Severity::Note,
            counted(leftOut, "more pair") + " of lines not shown; use --verbose");
  else if (verbose && ledger.open.size() < ledger.left())
    out.add({}, Severity::Note,
            "these are " + withThousands(ledger.open.size()) + " of the " +
                counted(ledger.left(), "pair") + " that are left");
}

/// One reason, at one place or at many.
struct ShownReason {
  const Gap *gap;
  std::uint64_t places = 1;
};

std::vector<ShownReason> mergedByMessage(const std::vector<Gap> &reasons) {
  std::map<std::tuple<GapKind, std::string, std::string>, std::size_t> indices;
  std::vector<ShownReason> merged;
  for (const Gap &gap : reasons) {
    const auto [known, isNew] =
        indices.try_emplace({gap.kind, gap.message, gap.hint}, merged.size());
    if (isNew)
      merged.push_back({&gap});
    else
      ++merged[known->second].places;
  }
  return merged;
}

void addReasons(Diagnostics &out, const std::vector<Gap> &all, bool verbose) {
  const std::vector<ShownReason> reasons = mergedByMessage(all);
  const std::size_t shown = verbose ? reasons.size() : std::min(reasons.size(), kReasonsShown);
  std::set<std::string> hintsGiven;
  for (std::size_t i = 0; i < shown; ++i) {
    const Gap &gap = *reasons[i].gap;
    std::string message = gap.message;
    if (reasons[i].places > 1 && gap.at.known())
      message += " (and at " + counted(reasons[i].places - 1, "other place") + ")";
    // The reason concerns all pairs; the position of one of them would mislead.
    const bool placed = gap.kind != GapKind::SuspectsLeft;
    out.add(placed ? gap.at : SourcePosition{}, Severity::Note, message);
    if (!gap.hint.empty() && hintsGiven.insert(gap.hint).second)
      out.addHint(gap.hint);
  }
  if (shown < reasons.size())
    out.add({}, Severity::Note,
            counted(reasons.size() - shown, "more reason") + " not shown; use --verbose");
}

void addConfirmation(Diagnostics &out, const Confirmation &native) {
  switch (native.answer) {
  case Confirmation::Answer::NotTried:
    return out.addHint("add --confirm to make it happen in the compiled program");
  case Confirmation::Answer::Confirmed:
    return out.addNote("confirmed natively: " + native.words);
  case Confirmation::Answer::NotConfirmed:
    return out.addNote("not confirmed natively: " + native.words);
  }
}

void addHarm(Diagnostics &out, const Harm &harm, const PictureOptions &picture) {
  switch (harm.answer) {
  case Harm::Answer::NotAsked:
    return;
  case Harm::Answer::Harmful:
    out.addNote("harmful: " + harm.words);
    for (const std::string &line : picturesSideBySide(harm.runs[0], harm.runs[1], picture))
      out.addLine(line);
    return;
  case Harm::Answer::Benign:
    return out.addNote("benign: " + harm.words + "; by the C standard it is a race all the same");
  case Harm::Answer::Undecided:
    return out.addNote("whether it does harm is not known: " + harm.words);
  }
}

void addRun(Diagnostics &out, const ShownFinding &finding, const TextOptions &options) {
  const Evidence &run = finding.race->run;
  out.addNote("nothing orders them. " + whyUnordered(run));
  addInputs(out, run.inputs, options.verbose);
  PictureOptions picture;
  picture.width = std::max(options.width, kNarrowestText);
  if (!options.verbose)
    picture.mostLines = kStepsShown;
  out.add({}, Severity::Note, "a run that leads there (line: step; '>' marks the race)");
  for (const std::string &line : schedulePicture(run, picture))
    out.addLine(line);
  addHarm(out, finding.race->harm, picture);
  out.addHint(raceHint(run, finding.object));
  addConfirmation(out, finding.race->native);
}

void addRaces(Diagnostics &out, const std::vector<Conviction> &races, const TextOptions &options) {
  if (isOfValuesOnly(races.front())) {
    for (const Conviction &conviction : races)
      addValueRace(out, conviction, options);
    return;
  }
  const std::vector<RaceGroup> groups = groupedByVariable(findingsOf(races));
  for (const RaceGroup &group : groups) {
    if (const std::string heading = headingOf(group, groups.size()); !heading.empty())
      out.add({}, Severity::Note, heading);
    for (const ShownFinding &finding : group.races) {
      addFinding(out, finding, kRace, finding.partners.size());
      if (finding.race != nullptr)
        addRun(out, finding, options);
    }
  }
}

/// Defects of Raceward are reported with every verdict.
void addDefects(Diagnostics &out, const Ledger &ledger, bool verbose) {
  std::vector<Gap> defects;
  for (const EngineRecord &engine : ledger.engines)
    for (const Gap &gap : engine.gaps)
      if (gap.kind == GapKind::EngineCrash)
        defects.push_back(gap);
  addReasons(out, defects, verbose);
}

void addFindings(Diagnostics &out, const CheckResult &result, const TextOptions &options) {
  const bool verbose = options.verbose;
  const Verdict verdict = result.verdict();
  if (verdict.isRace()) {
    addRaces(out, result.ledger.convictions, options);
    for (const std::string &line : whatIsAssumed(result))
      out.addNote(line);
    addDefects(out, result.ledger, verbose);
  }
  if (const Unknown *unknown = verdict.unknown()) {
    addSuspects(out, result.ledger, verbose);
    addReasons(out, unknown->reasons, verbose);
  }
}

void addProof(Diagnostics &out, const CheckResult &result) {
  if (!result.verdict().isRaceFree())
    return;
  for (const std::string &line : whyRaceFree(result))
    out.add({}, Severity::Note, line);
  for (const std::string &line : whatIsAssumed(result))
    out.addNote(line);
  if (!assumedOfFunctions(result).empty())
    out.addHint("say what they really do: `raceward models --stub` prints models to fill in");
}

void addExplanation(Diagnostics &out, const CheckResult &result, unsigned width) {
  out.add({}, Severity::Note, explanationTitle(result));
  for (const std::string &line : explanationLines(result, std::max(width, kNarrowestText)))
    out.addLine(line);
}

/// With the inputs, one line each, at the places that read them.
void addViolation(Diagnostics &out, const Violation &violation, bool verbose) {
  out.add(violation.at, Severity::Error,
          violation.message +
              (violation.function.empty() ? "" : " [in " + quoted(violation.function) + "]"));
  for (const Caller &caller : violation.calledFrom)
    out.add(caller.at, Severity::Note, "called from " + quoted(caller.function), Quote::Nothing);
  addInputs(out, violation.inputs, verbose);
}

} // namespace

std::string textReport(const PropertyResult &result, const TextOptions &options) {
  Diagnostics out(options);
  if (!options.quiet) {
    for (const Violation &violation : result.ledger.violations)
      addViolation(out, violation, options.verbose);
    addReasons(out, result.verdict().reasons(), options.verbose);
    if (options.verbose || options.statistics)
      for (const std::string &line : statisticsTable(result))
        out.addLine(line);
  }
  out.addVerdict(result.verdict().name(), verdictSummary(result));
  return out.take();
}

std::string textReport(const CheckResult &result, const TextOptions &options) {
  Diagnostics out(options);
  if (!options.quiet)
    addFindings(out, result, options);
  if (!options.quiet && (options.verbose || options.statistics))
    for (const std::string &line : statisticsTable(result))
      out.addLine(line);
  if (!options.quiet && options.explain)
    addExplanation(out, result, options.width);
  if (!options.quiet)
    addProof(out, result);
  out.addVerdict(result.verdict().name(), whatWasFound(result), assumedOfFunctions(result));
  return out.take();
}

} // namespace raceward
