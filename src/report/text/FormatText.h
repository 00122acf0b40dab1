// Escapes untrusted text for each format. Private to report.
#pragma once

#include "raceward/report/FormatContext.h"

#include <string>
#include <string_view>

namespace raceward {

/// For elements and attributes. Characters that XML cannot represent, and terminal controls, become
/// '?'; line breaks stay.
std::string xmlText(std::string_view text);

/// `path` relative to the root of the sources; absolute if it is elsewhere.
std::string relativePath(const std::string &path, const FormatContext &context);

/// Bytes that a URI cannot hold are percent-encoded; slashes stay.
std::string uriPath(std::string_view path);

} // namespace raceward
