// The options that say how a queue is reached; shared by the commands that use one.
#pragma once

#include "OptionParser.h"
#include "raceward/queue/Queue.h"

#include <memory>
#include <string>

namespace raceward {

class QueueFlags {
public:
  /// `help` says what the queue is for.
  void declare(OptionParser &parser, const std::string &help,
               OptionParser::Use use = OptionParser::Use::Common);
  [[nodiscard]] bool isGiven() const { return !url_.empty(); }
  /// Requires that the parser has parsed. `onTrouble` hears when the queue is away.
  [[nodiscard]] Result<QueueSettings>
  settings(std::function<void(std::string_view)> onTrouble = {}) const;

private:
  std::string url_;
  std::string credentials_;
  std::string caFile_;
  std::string certificateFile_;
  std::string keyFile_;
  std::string replicas_;
  std::string space_;
};

} // namespace raceward
