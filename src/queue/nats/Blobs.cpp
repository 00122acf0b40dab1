#include "Blobs.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace raceward::nats {

namespace {

/// Small enough for a slow line: each is confirmed within two seconds, or sent again.
constexpr std::size_t kLargestPiece = std::size_t{128} * 1024;

/// FNV-1a: detects accidents, not an adversary.
std::uint64_t hashOf(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 1099511628211U;
  }
  return hash;
}

std::string endOf(std::string_view bytes, std::size_t pieces) {
  return std::to_string(pieces) + " " + std::to_string(bytes.size()) + " " +
         std::to_string(hashOf(bytes));
}

std::optional<std::size_t> piecesIn(std::string_view end) {
  std::size_t pieces = 0;
  const std::string_view first = split(end, ' ').front();
  if (std::from_chars(first.data(), first.data() + first.size(), pieces).ec != std::errc())
    return std::nullopt;
  return pieces;
}

} // namespace

Result<void> Blobs::put(const std::string &subject, std::string_view bytes) {
  return connection_->insist(
      [&] {
        Reply reply;
        reply.status = js_Publish(nullptr, connection_->context(), subject.c_str(), bytes.data(),
                                  static_cast<int>(bytes.size()), nullptr, &reply.code);
        return reply;
      },
      [&] { streams_->repair(); });
}

Result<std::optional<std::string>> Blobs::get(const std::string &subject) {
  std::optional<std::string> bytes;
  Result<void> done = connection_->insist(
      [&] {
        Reply reply;
        natsMsg *message = nullptr;
        reply.status = js_GetLastMsg(&message, connection_->context(), names_.blobStream().c_str(),
                                     subject.c_str(), nullptr, &reply.code);
        const MessageHandle handle(message);
        if (reply.status == NATS_OK)
          bytes = std::string(natsMsg_GetData(message),
                              static_cast<std::size_t>(natsMsg_GetDataLength(message)));
        if (reply.code == JSNoMessageFoundErr)
          reply = {};
        return reply;
      },
      [&] { streams_->repair(); });
  if (!done)
    return fail(std::move(done).error());
  return bytes;
}

Result<void> Blobs::store(const std::string &name, std::string_view bytes) {
  const std::size_t size = std::min(kLargestPiece, connection_->largestMessage() / 2);
  const std::size_t pieces = (bytes.size() + size - 1) / size;
  const std::string end = endOf(bytes, pieces);
  Result<std::optional<std::string>> before = get(names_.blobEnd(name));
  if (!before)
    return fail(std::move(before).error());
  if (*before && **before != end)
    return fail(Error::Kind::Usage, "the queue has something else under the name " + name);
  for (std::size_t i = 0; i < pieces; ++i)
    if (Result<void> done = put(names_.blobPiece(name, i), bytes.substr(i * size, size)); !done)
      return done;
  return put(names_.blobEnd(name), end);
}

Result<std::optional<std::string>> Blobs::load(const std::string &name) {
  Result<std::optional<std::string>> end = get(names_.blobEnd(name));
  if (!end || !*end)
    return end;
  const std::optional<std::size_t> pieces = piecesIn(**end);
  if (!pieces)
    return std::optional<std::string>();
  std::string bytes;
  for (std::size_t i = 0; i < *pieces; ++i) {
    Result<std::optional<std::string>> piece = get(names_.blobPiece(name, i));
    if (!piece || !*piece)
      return piece;
    bytes += **piece;
  }
  if (endOf(bytes, *pieces) != **end)
    return std::optional<std::string>();
  return std::optional(std::move(bytes));
}

} // namespace raceward::nats
