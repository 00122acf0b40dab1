// Comma-separated values (RFC 4180): quoted cells may contain commas, doubled quotes and line
// breaks. Task lists, result files and comparison files have this form.
#pragma once

#include "raceward/base/Result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::batch {

struct CsvRow {
  std::size_t line = 0; ///< where the row begins, from 1
  std::vector<std::string> cells;
};

/// All rows that are not blank. `path` is only for messages.
Result<std::vector<CsvRow>> parseCsv(const std::string &path, std::string_view text);

/// The text as one cell, quoted if it has to be.
std::string csvCell(std::string_view text);

} // namespace raceward::batch
