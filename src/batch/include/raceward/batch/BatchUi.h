// BatchUi: the user interface of a running batch.
//
// The library prints nothing by itself. All calls come from the thread that called
// runBatch(), in the order warning()* ( finished() | progress() | note() | warning() )* closed().
#pragma once

#include "raceward/batch/BatchResult.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct BatchProgress {
  struct Running {
    std::string name;
    double seconds = 0;
  };

  std::size_t total = 0;
  std::size_t finished = 0; ///< including those of an earlier run
  BatchCounts counts;
  double elapsedSeconds = 0;
  std::optional<double> remainingSeconds; ///< an estimate, once there is a basis for one
  std::vector<Running> running;           ///< the longest first
  std::optional<std::size_t> workers;     ///< remote ones, seen recently
};

class BatchUi {
public:
  virtual ~BatchUi() = default;

  virtual void warning(const std::string &message) = 0;
  virtual void note(const std::string &message) = 0;
  /// A task of this run ended; not called for those taken from the journal.
  virtual void finished(const BatchResult &result) = 0;
  /// Called several times a second; an implementation may show less.
  virtual void progress(const BatchProgress &progress) = 0;
  /// The last call.
  virtual void closed(const BatchProgress &progress) = 0;
};

/// A table that redraws itself if `fd` is a terminal, otherwise a line now and then.
std::unique_ptr<BatchUi> makeBatchUi(int fd);

using TextSink = std::function<void(std::string_view)>;

/// A line every `interval`, and one at once for each wrong verdict.
std::unique_ptr<BatchUi> makePlainBatchUi(TextSink sink, std::chrono::duration<double> interval);

struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

/// The lines of the live table, each at most `size.columns` wide.
std::vector<std::string> renderBatchTable(const BatchProgress &progress, TerminalSize size);

} // namespace raceward
