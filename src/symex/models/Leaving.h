// The end of a thread that does not return from its first function.
#pragma once

#include "../LibraryModel.h"

namespace raceward::models {

/// Runs the thread's next clean-up, or ends it if there is none left. Its result is set. A clean-up
/// comes back to the call, which then calls this again.
bool leaveThread(LibraryCall &call);

} // namespace raceward::models
