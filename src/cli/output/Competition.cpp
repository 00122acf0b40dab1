#include "output/Competition.h"

#include "output/WitnessOutput.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <cctype>

namespace raceward {

namespace {

std::string withoutSpaces(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](unsigned char c) { return std::isspace(c) == 0; });
  return out;
}

std::string lineWith(const char *result) {
  return std::string("raceward: competition result: ") + result + "\n";
}

} // namespace

Result<std::string> readSpecification(const std::string &path) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return fail(text.error());
  if (withoutSpaces(*text) == withoutSpaces(kNoDataRaceSpecification))
    return std::string(trim(*text));
  constexpr std::size_t longest = 200;
  return fail(Error::Kind::Input,
              path + ": the property '" + sanitizedUtf8(trim(*text).substr(0, longest)) +
                  "' is not supported",
              "only '" + std::string(kNoDataRaceSpecification) + "' is");
}

std::string competitionLine(const Verdict &verdict) {
  return lineWith(verdict.isRace()       ? "false(no-data-race)"
                  : verdict.isRaceFree() ? "true"
                                         : "unknown");
}

std::string competitionLine(Validation::Answer answer) {
  return lineWith(answer == Validation::Answer::Confirmed ? "false(no-data-race)" : "unknown");
}

} // namespace raceward
