// Answers as JSON, for the journal, the cache and the queue. Private to batch.
#pragma once

#include "raceward/base/Json.h"
#include "raceward/batch/BatchResult.h"

#include <optional>
#include <string>

namespace raceward::batch {

Json jsonFrom(const BatchAnswer &answer);
/// Nothing without a verdict.
std::optional<BatchAnswer> answerFrom(const Json &object);

/// On one line; text that is not UTF-8 is replaced.
std::string compact(const Json &value);

// Members that are missing or of another type read as zero.
double numberAt(const Json &object, const char *key);
std::uint64_t countAt(const Json &object, const char *key);

} // namespace raceward::batch
