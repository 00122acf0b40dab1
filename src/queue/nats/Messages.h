// What a message of ours looks like: the id in a header, and a body, or in another header the
// name of the blob that is its body.
#pragma once

#include "Blobs.h"

#include <memory>
#include <optional>
#include <string>

namespace raceward::nats {

class Messages {
public:
  Messages(std::shared_ptr<Connection> connection, Names names, Streams &streams, Blobs &blobs)
      : connection_(std::move(connection)), names_(std::move(names)), streams_(&streams),
        blobs_(&blobs) {}

  /// Stored when it returns; once for each key.
  Result<void> send(const std::string &subject, const std::string &id, const std::string &key,
                    std::string_view body);

  struct Content {
    std::string topic;
    std::string id;
    std::string body;
    std::string acknowledge; ///< subject for that
  };
  /// Null: not one of ours, or its body is gone. It is thrown away.
  Result<std::optional<Content>> read(natsMsg *message);

private:
  std::shared_ptr<Connection> connection_;
  Names names_;
  Streams *streams_;
  Blobs *blobs_;
};

} // namespace raceward::nats
