// Translates our settings to those of the client library.
#pragma once

#include "Handles.h"

#include "raceward/queue/Queue.h"

#include <string>

namespace raceward::nats {

struct ConnectionOptions {
  OptionsHandle handle;
  /// Prefix of the subjects for replies: specific to this user if its name is known, so that a
  /// server can forbid others to listen there.
  std::string inbox = "_INBOX";
};

Result<ConnectionOptions> optionsFrom(const QueueSettings &settings);

} // namespace raceward::nats
