// Small text helpers that several modules share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);

/// True if the text has only empty lines, lines that begin with '#', and YAML's leading dashes.
bool hasOnlyComments(std::string_view text);

/// "a, b and c".
std::string listed(const std::vector<std::string> &words);
/// "1 suspect", "12,345 suspects".
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural = {});
/// 12345 -> "12,345".
std::string withThousands(std::uint64_t count);

/// The candidate that `word` was probably meant to be, if one is near enough to be
/// worth proposing.
std::optional<std::string> closestMatch(std::string_view word, std::span<const std::string> among);

/// "64", "512M", "2G", "1.5GiB": bytes, with binary multiples.
std::optional<std::uint64_t> parseBytes(std::string_view text);
/// "60", "90s", "15m", "1h": seconds.
std::optional<double> parseSeconds(std::string_view text);
/// 1536 MiB -> "1.5 GiB".
std::string formatBytes(std::uint64_t bytes);

/// UTF-8 text with each invalid byte replaced by '?': input from files and other programs is
/// arbitrary, JSON and HTML must be valid.
std::string sanitizedUtf8(std::string_view text);

} // namespace raceward
