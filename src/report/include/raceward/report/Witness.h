// Reads and writes violation witnesses: YAML 2.2 and GraphML 1.0 (docs/use/witnesses.md).
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Verdict.h"
#include "raceward/model/Witness.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// The origin of a witness.
struct WitnessContext {
  std::string version;      ///< of Raceward
  std::string creationTime; ///< ISO 8601
  std::vector<WitnessFile> files;
  std::string specification;
  std::string dataModel;
};

/// An Error if the run is not known, or leads through code without source positions.
Result<ViolationWitness> witnessOf(const Conviction &race, const WitnessContext &context);

std::string yamlWitness(const ViolationWitness &witness);
std::string graphmlWitness(const ViolationWitness &witness);

/// Also reads witnesses of other tools: unknown keys are skipped. `path` is for messages.
Result<ViolationWitness> readYamlWitness(const std::string &path, const std::string &text);
Result<ViolationWitness> readGraphmlWitness(const std::string &path, const std::string &text);
/// The content decides which format it is.
Result<ViolationWitness> readWitness(const std::string &path);

} // namespace raceward
