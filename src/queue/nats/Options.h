// From our settings to those of the client library.
#pragma once

#include "Handles.h"

#include "raceward/queue/Queue.h"

#include <string>

namespace raceward::nats {

struct ConnectionOptions {
  OptionsHandle handle;
  /// What the subjects begin with that servers answer to: of this user alone, where its name is
  /// known, so that a server can forbid others to listen there.
  std::string inbox = "_INBOX";
};

Result<ConnectionOptions> optionsFrom(const QueueSettings &settings);

} // namespace raceward::nats
