// Text of unknown origin, as each format wants it. Private to report.
#pragma once

#include "raceward/report/FormatContext.h"

#include <string>
#include <string_view>

namespace raceward {

/// For elements and attributes. What XML cannot say, and what would drive a terminal,
/// becomes '?'; line breaks stay.
std::string xmlText(std::string_view text);

/// `path` as seen from the root of the sources; absolute where it lies elsewhere.
std::string relativePath(const std::string &path, const FormatContext &context);

/// Bytes that a URI cannot hold are percent-encoded; slashes stay.
std::string uriPath(std::string_view path);

} // namespace raceward
