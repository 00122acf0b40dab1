// A task with everything that its check reads: it can be sent, and identified by its content.
//
// C files that include others are sent preprocessed, so that the headers of another machine have no
// influence. Files are sent under neutral names, which are translated in answers.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchResult.h"
#include "raceward/batch/BatchTask.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raceward::batch {

struct PackedFile {
  std::string name; ///< "input-0000/queue.i"
  std::string hash; ///< SHA-256 of the content
  std::uint64_t bytes = 0;
  bool operator==(const PackedFile &) const = default;
};

struct PackedTask {
  std::vector<PackedFile> files;     ///< one for each input, in that order
  std::vector<std::string> contents; ///< of these

  /// Over all files.
  [[nodiscard]] std::string hash() const;
};

/// An Error says why the files that the check reads cannot be determined.
Result<PackedTask> packTask(const BatchTask &task);

constexpr std::size_t kMostFiles = 1000;
constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;
constexpr std::uint64_t kLargestTask = std::uint64_t{256} << 20;

/// Whether files may be created under these names in a folder of their own, and their sizes are
/// acceptable. The input is untrusted.
Result<void> requireHarmless(const std::vector<PackedFile> &files);

/// Translates the sent names in an answer to local names...
BatchAnswer withOwnNames(BatchAnswer answer, const BatchTask &task,
                         const std::vector<PackedFile> &files);
/// ...and back.
BatchAnswer withSentNames(BatchAnswer answer, const BatchTask &task,
                          const std::vector<PackedFile> &files);

} // namespace raceward::batch
