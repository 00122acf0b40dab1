// Names on the server: three streams, and subjects below the space.
#pragma once

#include "raceward/base/Result.h"

#include <string>
#include <string_view>

namespace raceward::nats {

class Names {
public:
  explicit Names(std::string space) : space_(std::move(space)) {}

  [[nodiscard]] std::string workStream() const { return space_ + "-work"; }
  [[nodiscard]] std::string answerStream() const { return space_ + "-answers"; }
  [[nodiscard]] std::string blobStream() const { return space_ + "-blobs"; }

  [[nodiscard]] std::string work(const std::string &topic) const {
    return space_ + ".work." + topic;
  }
  [[nodiscard]] std::string answers(const std::string &topic) const {
    return space_ + ".answers." + topic;
  }
  /// A blob name has no underscore, so that these subjects are distinct.
  [[nodiscard]] std::string blobPiece(const std::string &name, std::size_t number) const {
    return space_ + ".blobs." + name + "._piece." + std::to_string(number);
  }
  [[nodiscard]] std::string blobEnd(const std::string &name) const {
    return space_ + ".blobs." + name + "._end";
  }
  /// The blob of that name, and those whose names begin with it and a dot.
  [[nodiscard]] std::string blobsBelow(const std::string &name) const {
    return space_ + ".blobs." + name + ".>";
  }
  [[nodiscard]] std::string allBlobs() const { return space_ + ".blobs.>"; }
  [[nodiscard]] std::string notice(const std::string &topic) const {
    return space_ + ".notices." + topic;
  }

  /// The shared consumer of all workers.
  [[nodiscard]] static std::string workers() { return "workers"; }
  /// The consumer of the answers of a topic.
  [[nodiscard]] static std::string reader(const std::string &topic) { return "of-" + topic; }

  /// The last word of a subject.
  [[nodiscard]] static std::string topicOf(std::string_view subject) {
    return std::string(subject.substr(subject.rfind('.') + 1));
  }

private:
  std::string space_;
};

/// A word of letters, digits and dashes.
Result<void> checkTopic(std::string_view topic);
/// Such words, separated by dots.
Result<void> checkBlobName(std::string_view name);
/// Is used in a header line.
Result<void> checkId(std::string_view id);

} // namespace raceward::nats
