// The form of a message: the id in a header, and a body, or in another header the name of the blob
// that is its body.
#pragma once

#include "Blobs.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace raceward::nats {

class Messages {
public:
  Messages(std::shared_ptr<Connection> connection, Names names, Streams &streams, Blobs &blobs)
      : connection_(std::move(connection)), names_(std::move(names)), streams_(&streams),
        blobs_(&blobs) {}

  struct Outgoing {
    std::string id;
    std::string key; ///< deduplication key
    std::string_view body;
  };
  /// Stored when it returns.
  Result<void> send(const std::string &subject, const Outgoing &outgoing);
  /// All of them; waits once for the confirmations.
  Result<void> sendAll(const std::string &subject, const std::vector<Outgoing> &all);

  struct Content {
    std::string topic;
    std::string id;
    std::string body;
    std::string acknowledge; ///< subject of the acknowledgement
  };
  /// Null: not one of ours, or its body is gone. The message is discarded.
  Result<std::optional<Content>> read(natsMsg *message);

private:
  Result<MessageHandle> make(const std::string &subject, const Outgoing &outgoing);
  /// False: some may not be stored.
  bool sendTogether(std::vector<MessageHandle> messages, const std::vector<Outgoing> &all);

  std::shared_ptr<Connection> connection_;
  Names names_;
  Streams *streams_;
  Blobs *blobs_;
};

} // namespace raceward::nats
