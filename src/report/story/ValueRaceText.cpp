#include "ValueRaceText.h"

#include "Findings.h"
#include "InputNotes.h"
#include "RaceStory.h"
#include "SchedulePicture.h"

#include <algorithm>
#include <array>

namespace raceward {
namespace {

constexpr std::size_t kStepsOfTheHarm = 40;
constexpr std::array kOrders = {"the first", "the second"};

bool seesAWrite(const Evidence &run) {
  return run.firstAccess + 1 < run.steps.size();
}

} // namespace

bool isOfValuesOnly(const Conviction &race) {
  return isAtomic(race.first) && isAtomic(race.second);
}

std::string valueRaceMessage(const Conviction &race) {
  return "the value of " + quoted(objectOf(race)) + " here depends on the order of the threads";
}

std::vector<SeenWrite> seenWrites(const Conviction &race) {
  std::vector<SeenWrite> writes;
  for (std::size_t i = 0; i < race.harm.runs.size() && i < kOrders.size(); ++i) {
    const Evidence &run = race.harm.runs[i];
    const std::string order = std::string("in ") + kOrders[i] + " order below it sees ";
    if (!seesAWrite(run)) {
      writes.push_back({order + "the initial value", {}});
      continue;
    }
    const EvidenceStep &write = run.steps[run.firstAccess];
    writes.push_back({order + "this write by thread " + threadLabel(write.thread), write.at});
  }
  return writes;
}

std::string valueRaceHint(const Conviction &race) {
  const std::string object = quoted(objectOf(race));
  const bool isInAFork = race.run.threads[race.run.steps.back().thread].creator.has_value();
  return "let one come after the other: wait with `when` for something that is set after the "
         "write, " +
         (isInAFork ? "use " + object + " after the fork, or " : std::string("or ")) +
         "give each thread a variable of its own";
}

void addValueRace(Diagnostics &out, const Conviction &race, const TextOptions &options) {
  out.add(race.second.at, Severity::Error, valueRaceMessage(race));
  for (const SeenWrite &write : seenWrites(race))
    out.add(write.at, Severity::Note, write.words);
  const std::vector<GivenInput> &inputs = race.run.inputs;
  addInputs(out, inputs, options.verbose);
  out.addNote(race.harm.words + (inputs.empty() ? " (all inputs are 0)" : ""));
  PictureOptions picture;
  picture.width = std::max(options.width, kNarrowestText);
  if (!options.verbose)
    picture.mostLines = kStepsOfTheHarm;
  for (const std::string &line : picturesSideBySide(race.harm.runs[0], race.harm.runs[1], picture))
    out.addLine(line);
  out.addHint(valueRaceHint(race));
}

} // namespace raceward
