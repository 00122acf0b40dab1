// One question of a batch: these files, this property, and the answer if known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

/// The expected answer, by the author of the task.
enum class BatchExpectation : std::uint8_t { None, RaceFree, Race };

enum class BatchDataModel : std::uint8_t { Ilp32, Lp64 };

struct BatchTask {
  std::string folder; ///< as the list names it: "suite/weaver"
  std::string file;   ///< the name within the folder: of the program, or of the task definition
  std::vector<std::string> inputs; ///< paths that the checker can open
  std::string property;
  BatchExpectation expected = BatchExpectation::None;
  BatchDataModel dataModel = BatchDataModel::Ilp32;

  [[nodiscard]] std::string name() const { return folder.empty() ? file : folder + "/" + file; }

  /// The key of a finished task: the question, without the expected answer, so that a corrected
  /// expectation needs no new run.
  [[nodiscard]] std::string key() const;

  /// Hash of all inputs: a changed program is a new question.
  [[nodiscard]] std::string contentHash() const;
};

/// "true", "false" or "", as task lists write it.
std::string toText(BatchExpectation expected);
/// "ILP32" or "LP64".
std::string toText(BatchDataModel model);

} // namespace raceward
