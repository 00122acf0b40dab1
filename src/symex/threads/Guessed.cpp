// Races and faults that depend on a guess (Guesses.h).
#include "Parts.h"

namespace raceward {

namespace {

std::string inWords(const OperationPlace &place) {
  return (place.object.empty() ? std::string("memory") : "'" + place.object + "'") + " at line " +
         std::to_string(place.at.line);
}

} // namespace

bool ThreadedMachine::isGuessed(const Event &earlier, const Event &later) {
  Parts &parts = *parts_;
  const PastAccess *first = parts.now->findPast(earlier);
  const PastAccess *second = parts.now->findPast(later);
  const Ref<PathNode> &path = second != nullptr ? second->path : parts.now->pathBefore;
  std::optional<Gap> gap = parts.interpreter->guesses().gapOf(
      arena(),
      {parts.state(),
       path.get(),
       {first != nullptr ? first->offset : Term(), second != nullptr ? second->offset : Term()}},
      [&] {
        return inWords(placeAt(earlier.operation.at)) + " and " +
               inWords(placeAt(later.operation.at)) + " race";
      });
  if (!gap || mutated(Mutation::GuessedRaces))
    return false;
  parts.note(*std::move(gap));
  return true;
}

} // namespace raceward
