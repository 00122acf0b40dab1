#include "output/WitnessOutput.h"

#include "output/OutputFile.h"
#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"
#include "raceward/report/RaceWitness.h"
#include "raceward/report/Witness.h"

#include <array>
#include <ctime>

namespace raceward {

namespace {

bool isGraphml(const std::string &path) {
  return path.ends_with(".graphml");
}
bool isYaml(const std::string &path) {
  return path.ends_with(".yml") || path.ends_with(".yaml");
}

/// Raceward's own format, which has more information than the others.
bool isJson(const std::string &path) {
  return path.ends_with(".json");
}

std::string nowAsText() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

/// A hash of the content, so that equal witnesses have equal names.
std::string uuidOf(const std::string &content) {
  std::string digits = sha256(content).substr(0, 32);
  digits[12] = '5';
  digits[16] = 'a';
  return digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" +
         digits.substr(16, 4) + "-" + digits.substr(20);
}

const Conviction *raceWithRun(const Ledger &ledger) {
  for (const Conviction &conviction : ledger.convictions)
    if (!conviction.run.steps.empty())
      return &conviction;
  return nullptr;
}

Result<std::vector<WitnessFile>> filesOf(const LoadRequest &program) {
  std::vector<WitnessFile> files;
  for (const std::string &file : program.files) {
    const Result<std::string> content = readFile(file);
    if (!content)
      return fail(content.error());
    files.push_back({file, sha256(*content)});
  }
  return files;
}

/// In a format of the competition.
Result<std::string> exchangeWitness(const Conviction &race, const LoadRequest &program,
                                    const std::vector<WitnessFile> &files,
                                    const std::string &specification, bool graphml) {
  WitnessContext context;
  context.version = RW_VERSION;
  context.specification = specification;
  context.dataModel = nameOf(program.dataModel);
  context.files = files;
  Result<ViolationWitness> witness = witnessOf(race, context);
  if (!witness)
    return fail(witness.error());
  witness->uuid = uuidOf(yamlWitness(*witness));
  witness->creationTime = nowAsText();
  return graphml ? graphmlWitness(*witness) : yamlWitness(*witness);
}

RaceWitness raceWitnessOf(const Conviction &race, const CheckResult &result,
                          const LoadRequest &program, const std::vector<WitnessFile> &files) {
  RaceWitness witness;
  witness.toolVersion = RW_VERSION;
  witness.files = files;
  witness.compilerFlags = program.compilerFlags;
  witness.compileCommands = program.compileCommands;
  witness.target = program.target;
  if (result.stats.driver) {
    const EntryRequest &entry = program.entry;
    witness.entry = WitnessEntry{entry.functions, entry.setup, std::string(toString(entry.memory)),
                                 entry.depth, result.stats.driver->name};
  }
  witness.dataModel = nameOf(program.dataModel);
  witness.memoryModel = toString(result.model);
  witness.race = race;
  witness.lines = linesOf(race.run);
  return witness;
}

} // namespace

std::string_view nameOf(DataModel model) {
  return model == DataModel::LP64 ? "LP64" : "ILP32";
}

Result<WitnessOutput> WitnessOutput::to(std::vector<std::string> paths) {
  for (const std::string &path : paths) {
    if (!isGraphml(path) && !isYaml(path) && !isJson(path))
      return fail(Error::Kind::Usage, "'" + path + "' does not name a format for a witness",
                  "name it something.json, something.yml or something.graphml");
    if (const Result<OutputFile> file = OutputFile::to("--witness", path); !file)
      return fail(file.error());
  }
  return WitnessOutput(std::move(paths));
}

Result<std::vector<std::string>> WitnessOutput::write(const CheckResult &result,
                                                      const LoadRequest &program,
                                                      const std::string &specification) const {
  const Conviction *race = raceWithRun(result.ledger);
  if (paths_.empty() || race == nullptr)
    return std::vector<std::string>();
  Result<std::vector<WitnessFile>> files = filesOf(program);
  if (!files)
    return fail(files.error());
  for (const std::string &path : paths_) {
    const Result<OutputFile> file = OutputFile::to("--witness", path);
    if (!file)
      return fail(file.error());
    const Result<std::string> content =
        isJson(path)
            ? Result<std::string>(raceWitness(raceWitnessOf(*race, result, program, *files)))
            : exchangeWitness(*race, program, *files, specification, isGraphml(path));
    if (!content)
      return fail(content.error());
    if (const Result<void> written = file->write(*content); !written)
      return fail(written.error());
  }
  return paths_;
}

} // namespace raceward
