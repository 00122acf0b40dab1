// From our settings to those of the client library.
#pragma once

#include "Handles.h"

#include "raceward/queue/Queue.h"

#include <string>

namespace raceward::nats {

Result<OptionsHandle> optionsFrom(const QueueSettings &settings);

} // namespace raceward::nats
