// Streams: what the server keeps for us, and who takes from it.
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

  /// Creates what is not there.
  Result<void> setUp();
  /// The same, once, while something else waits for it. A server may have lost all it had.
  void repair();
  void repairReader(const std::string &topic);

  /// Takes from the work, or the answers of a topic. All of them wait for our patience, also
  /// those that were made with another.
  Result<void> setUpWorkers();
  Result<void> setUpReader(const std::string &topic);
  Result<void> removeReader(const std::string &topic);

  /// All messages of the stream with that subject, one by one: servers before 2.9.12 that purge
  /// a subject leave the others undelivered (their #3838).
  Result<void> remove(const std::string &stream, const std::string &subject);
  /// For a stream that nobody takes from; the subject may have wildcards.
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
