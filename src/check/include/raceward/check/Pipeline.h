// The engines, one after the other, over one program.
#pragma once

#include "raceward/check/Check.h"
#include "raceward/program/Program.h"

#include <functional>
#include <string_view>
#include <vector>

namespace raceward {

/// Runs in the child process of a check, where it may crash or be ended at any time.
/// The ledger is closed if every engine has had its turn. Adds to `stats` what only the
/// engines know; the caller has filled in what the program tells.
Ledger runPipeline(const Program &program, const CheckRequest &request, CheckStats &stats,
                   const std::function<void(std::string_view)> &onProgress);

/// Accesses of suspects that the provers leave, by SiteId. All others are no part of any
/// race, so that a machine need not stop before them.
std::vector<bool> openSitesOf(const Program &program);

} // namespace raceward
