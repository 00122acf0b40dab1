#include "raceward/batch/BatchResult.h"

namespace raceward {

BatchClass classify(BatchVerdict verdict, BatchExpectation expected) {
  if (verdict == BatchVerdict::Unknown)
    return BatchClass::Unknown;
  if (verdict == BatchVerdict::Error)
    return BatchClass::Error;
  if (expected == BatchExpectation::None)
    return BatchClass::NoExpectation;
  const bool saysRace = verdict == BatchVerdict::Race;
  const bool hasRace = expected == BatchExpectation::Race;
  return saysRace == hasRace ? BatchClass::Right : BatchClass::Wrong;
}

int scoreOf(BatchVerdict verdict, BatchExpectation expected) {
  const bool saysRace = verdict == BatchVerdict::Race;
  switch (classify(verdict, expected)) {
  case BatchClass::Right:
    return saysRace ? 1 : 2;
  case BatchClass::Wrong:
    return saysRace ? -16 : -32;
  case BatchClass::Unknown:
  case BatchClass::Error:
  case BatchClass::NoExpectation:
    break;
  }
  return 0;
}

int bestScore(BatchExpectation expected) {
  switch (expected) {
  case BatchExpectation::RaceFree:
    return 2;
  case BatchExpectation::Race:
    return 1;
  case BatchExpectation::None:
    break;
  }
  return 0;
}

BatchClass BatchResult::resultClass() const {
  return classify(answer.verdict, task.expected);
}

std::string toText(BatchVerdict verdict) {
  switch (verdict) {
  case BatchVerdict::RaceFree:
    return "race-free";
  case BatchVerdict::Race:
    return "race";
  case BatchVerdict::Unknown:
    return "unknown";
  case BatchVerdict::Error:
    break;
  }
  return "error";
}

std::optional<BatchVerdict> parseVerdict(std::string_view text) {
  for (const auto verdict :
       {BatchVerdict::RaceFree, BatchVerdict::Race, BatchVerdict::Unknown, BatchVerdict::Error})
    if (text == toText(verdict))
      return verdict;
  return std::nullopt;
}

std::string toText(BatchClass resultClass) {
  switch (resultClass) {
  case BatchClass::Right:
    return "right";
  case BatchClass::Wrong:
    return "wrong";
  case BatchClass::Unknown:
    return "unknown";
  case BatchClass::NoExpectation:
    return "no-expectation";
  case BatchClass::Error:
    break;
  }
  return "error";
}

std::optional<BatchClass> parseClass(std::string_view text) {
  for (const auto resultClass : {BatchClass::Right, BatchClass::Wrong, BatchClass::Unknown,
                                 BatchClass::Error, BatchClass::NoExpectation})
    if (text == toText(resultClass))
      return resultClass;
  return std::nullopt;
}

std::string toText(AnswerBasis basis) {
  switch (basis) {
  case AnswerBasis::Question:
    return "question";
  case AnswerBasis::Limits:
    return "limits";
  case AnswerBasis::Circumstance:
    break;
  }
  return "circumstance";
}

AnswerBasis parseBasis(std::string_view text) {
  for (const auto basis : {AnswerBasis::Question, AnswerBasis::Limits})
    if (text == toText(basis))
      return basis;
  return AnswerBasis::Circumstance;
}

void BatchCounts::add(const BatchResult &result) {
  const BatchVerdict verdict = result.answer.verdict;
  const bool saysRace = verdict == BatchVerdict::Race;
  switch (result.resultClass()) {
  case BatchClass::Right:
    ++(saysRace ? rightRace : rightRaceFree);
    break;
  case BatchClass::Wrong:
    ++(saysRace ? wrongRace : wrongRaceFree);
    break;
  case BatchClass::Unknown:
    ++unknown;
    break;
  case BatchClass::Error:
    ++error;
    break;
  case BatchClass::NoExpectation:
    ++noExpectation;
    break;
  }
  witnesses += result.answer.witness.empty() ? 0 : 1;
  confirmed += result.answer.witness == "confirmed" ? 1 : 0;
  score += scoreOf(verdict, result.task.expected);
  bestScore += raceward::bestScore(result.task.expected);
  cpuSeconds += result.answer.cpuSeconds;
}

} // namespace raceward
