// Streams: the streams and consumers on the server.
#pragma once

#include "Connection.h"
#include "Names.h"

#include <memory>
#include <string>

namespace raceward::nats {

class Streams {
public:
  Streams(std::shared_ptr<Connection> connection, Names names)
      : connection_(std::move(connection)), names_(std::move(names)) {}

  /// Creates those that do not exist.
  Result<void> setUp();
  /// The same, once, while another call waits for it. A server may have lost all data.
  void repair();
  void repairReader(const std::string &topic);

  /// The consumers of the work, and of the answers of a topic. Both use our patience, even if they
  /// were created with another one.
  Result<void> setUpWorkers();
  Result<void> setUpReader(const std::string &topic);
  Result<void> removeReader(const std::string &topic);

  /// Removes all messages of the stream with that subject, one by one: servers before 2.9.12 that
  /// purge a subject leave the others undelivered (their #3838).
  Result<void> remove(const std::string &stream, const std::string &subject);
  /// For a stream without consumers; the subject may have wildcards.
  Result<void> purge(const std::string &stream, const std::string &subject);

private:
  enum class Keeps : std::uint8_t { UntilTaken, LastOfEach };
  Reply create(const std::string &stream, const std::string &subject, Keeps keeps);
  Reply createConsumer(const std::string &stream, const std::string &name,
                       const std::string &subject);
  Reply createAll();
  /// The first message with that subject from there on; 0: none.
  Reply find(const std::string &stream, const std::string &subject, std::uint64_t from,
             std::uint64_t &found);

  std::shared_ptr<Connection> connection_;
  Names names_;
};

} // namespace raceward::nats
