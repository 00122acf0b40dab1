#include "raceward/batch/BatchTask.h"

#include "raceward/base/File.h"
#include "raceward/batch/Hash.h"

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
  batch::Fingerprint fingerprint;
  for (const std::string &input : inputs) {
    const auto content = readFile(input);
    fingerprint.add(content ? *content : std::string("(unreadable)"));
    fingerprint.add(std::string_view("\0", 1)); // or moving text between two files would not count
  }
  return fingerprint.text();
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
