#include "raceward/report/Baseline.h"

#include "raceward/base/File.h"
#include "raceward/base/Json.h"
#include "raceward/base/Text.h"
#include "raceward/report/Fingerprint.h"
#include "story/Findings.h"

#include <map>

namespace raceward {
namespace {

constexpr int kVersion = 1;
constexpr std::size_t kDigits = 16;

bool isFingerprint(const Json &value) {
  if (!value.isString())
    return false;
  const auto &text = value.asString();
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Unexpected problem(const std::string &path, const std::string &what, const std::string &hint) {
  return fail(Error::Kind::Input, path + ": " + what, hint);
}

constexpr const char *kWriteAgain = "write it again with --write-baseline";

/// The member of an object; null if there is none.
const Json &member(const Json &object, const char *name) {
  return object[name];
}

Result<Baseline> fromRaces(const std::string &path, const Json &races) {
  if (!races.isArray())
    return problem(path, "its 'races' member is not a list", kWriteAgain);
  Baseline baseline;
  for (const Json &race : races) {
    const Json &fingerprint = member(race, "fingerprint");
    if (!isFingerprint(fingerprint))
      return problem(path, "a race in it has no fingerprint", kWriteAgain);
    baseline.fingerprints.insert(fingerprint.asString());
  }
  return baseline;
}

/// Results without a fingerprint of Raceward come from other tools, or are not races.
Result<Baseline> fromSarif(const std::string &path, const Json &runs) {
  if (!runs.isArray())
    return problem(path, "its 'runs' member is not a list",
                   "give a SARIF file as Raceward writes it");
  Baseline baseline;
  for (const Json &run : runs)
    for (const Json &result : member(run, "results")) {
      if (!member(result, "suppressions").empty())
        continue; // they are not among the races
      if (textAt(result, "ruleId") == "possible-data-race")
        continue; // nor are suspicions
      for (const auto &[name, fingerprint] : member(result, "partialFingerprints").members())
        if (isFingerprint(fingerprint))
          baseline.fingerprints.insert(fingerprint.asString());
    }
  return baseline;
}

std::set<std::string> fingerprintsOf(std::span<const Conviction> races) {
  std::set<std::string> all;
  for (const Conviction &race : races)
    all.insert(fingerprintOf(race));
  return all;
}

} // namespace

bool Baseline::knows(const Conviction &race) const {
  return fingerprints.contains(fingerprintOf(race));
}

Result<Baseline> parseBaseline(const std::string &path, const std::string &text) {
  const Json document = Json::parse(text);
  if (!document.isObject())
    return problem(path, "this is not a baseline",
                   "give what --write-baseline, --json or SARIF output wrote");
  if (document.contains("runs"))
    return fromSarif(path, document["runs"]);
  if (const Json &version = member(document, "raceward_baseline");
      !version.isNull() && version != kVersion)
    return problem(path, "this baseline is of another version of Raceward", kWriteAgain);
  if (!document.contains("races"))
    return problem(path, "this file lists no races",
                   "give what --write-baseline, --json or SARIF output wrote");
  return fromRaces(path, document["races"]);
}

Result<Baseline> readBaseline(const std::string &path) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return fail(text.error());
  return parseBaseline(path, *text);
}

std::string writtenBaseline(std::span<const Conviction> races) {
  // The file is kept under version control: its order must not depend on the search.
  std::map<std::string, Json> sorted;
  for (const Conviction &race : races) {
    std::string fingerprint = fingerprintOf(race);
    // The names are for human readers only.
    Json json = Json::object();
    json["fingerprint"] = fingerprint;
    json["object"] = sanitizedUtf8(objectOf(race));
    json["functions"] =
        Json::array({sanitizedUtf8(race.first.function), sanitizedUtf8(race.second.function)});
    sorted.try_emplace(std::move(fingerprint), std::move(json));
  }
  Json document = Json::object();
  document["raceward_baseline"] = kVersion;
  document["races"] = Json::array();
  for (auto &[fingerprint, json] : sorted)
    document["races"].push_back(std::move(json));
  return document.print(2) + "\n";
}

BaselineComparison compare(const Baseline &baseline, std::span<const Conviction> races) {
  BaselineComparison counts;
  const std::set<std::string> found = fingerprintsOf(races);
  for (const std::string &fingerprint : found)
    ++(baseline.fingerprints.contains(fingerprint) ? counts.known : counts.fresh);
  counts.gone = baseline.fingerprints.size() - counts.known;
  return counts;
}

} // namespace raceward
