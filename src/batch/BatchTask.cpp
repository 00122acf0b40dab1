#include "raceward/batch/BatchTask.h"

#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"

#include <filesystem>

namespace raceward {

std::string BatchTask::key() const {
  std::string key = property + " " + toText(dataModel);
  for (const std::string &input : inputs) {
    std::error_code ignored;
    const auto absolute = std::filesystem::absolute(input, ignored);
    key += " " + (ignored ? input : absolute.lexically_normal().string());
  }
  return key;
}

std::string BatchTask::contentHash() const {
  std::string hashes;
  for (const std::string &input : inputs) {
    const auto content = readFile(input);
    hashes += (content ? sha256(*content) : "(unreadable)") + "\n";
  }
  return sha256(hashes);
}

std::string toText(BatchExpectation expected) {
  switch (expected) {
  case BatchExpectation::None:
    return "";
  case BatchExpectation::RaceFree:
    return "true";
  case BatchExpectation::Race:
    return "false";
  }
  return "";
}

std::string toText(BatchDataModel model) {
  return model == BatchDataModel::Ilp32 ? "ILP32" : "LP64";
}

} // namespace raceward
