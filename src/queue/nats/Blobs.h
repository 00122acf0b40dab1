// Blobs: bytes of any length under a name, in pieces that the server accepts.
//
//   <name>._piece.0, ._piece.1 ...   the bytes
//   <name>._end                      number of pieces and bytes, and their hash
//
// The end is stored last. Each subject keeps only its last message, so that storing the same again
// changes nothing and repairs lost pieces.
#pragma once

#include "Streams.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace raceward::nats {

class Blobs {
public:
  Blobs(std::shared_ptr<Connection> connection, Names names, Streams &streams)
      : connection_(std::move(connection)), names_(std::move(names)), streams_(&streams) {}

  Result<void> store(const std::string &name, std::string_view bytes);
  Result<std::optional<std::string>> load(const std::string &name);

private:
  Result<void> put(const std::string &subject, std::string_view bytes);
  Result<std::optional<std::string>> get(const std::string &subject);

  std::shared_ptr<Connection> connection_;
  Names names_;
  Streams *streams_;
};

} // namespace raceward::nats
