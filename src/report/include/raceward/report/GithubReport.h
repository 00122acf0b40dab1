// A result for GitHub's workflows: commands that annotate lines, and a summary of the job.
#pragma once

#include "raceward/report/Issues.h"

#include <string>

namespace raceward {

/// Workflow commands, one per line; the last line is the verdict, as in the text.
std::string githubAnnotations(const IssueList &list, const FormatContext &context);

/// Markdown, for the file that GITHUB_STEP_SUMMARY names.
std::string githubSummary(const IssueList &list, const FormatContext &context);

} // namespace raceward
