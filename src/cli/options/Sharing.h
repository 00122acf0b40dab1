// How the options share work out: -j, --checkpoint, --resume and --queue.
#pragma once

#include "options/OptionValues.h"
#include "raceward/check/WorkOptions.h"

#include <functional>
#include <string_view>

namespace raceward {

/// How the queue is reached. `onTrouble` is called when it is away.
QueueSettings queueSettingsFrom(const OptionValues &options,
                                std::function<void(std::string_view)> onTrouble);

/// How a check shares its work out.
Result<WorkOptions> workOptionsFrom(const OptionValues &options);

} // namespace raceward
