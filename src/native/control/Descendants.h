// All processes that a process has started, whatever groups and sessions they have gone to.
#pragma once

namespace raceward {

/// Kills them, not the process itself, which must adopt orphans (PR_SET_CHILD_SUBREAPER).
void endDescendants(int process);

} // namespace raceward
