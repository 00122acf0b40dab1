// All processes that a process has started, in whatever groups and sessions.
#pragma once

namespace raceward {

/// Kills them, but not the process itself, which must adopt orphans (PR_SET_CHILD_SUBREAPER).
void endDescendants(int process);

} // namespace raceward
