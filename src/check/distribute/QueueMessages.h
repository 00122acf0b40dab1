// Messages of the coordinator and its workers over a queue.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

/// An item for a worker.
struct ItemMessage {
  std::string bundle; ///< name of the blob that has the program
  std::string id;
  std::string item; ///< bytes
};
/// Distinguishes items from other kinds of work.
inline constexpr std::string_view kItemMagic = "raceward-item 1\n";
std::string encode(const ItemMessage &message);
std::optional<ItemMessage> decodeItemMessage(std::string_view bytes);

/// A result, with its worker.
struct ResultMessage {
  std::string worker;
  double seconds = 0; ///< time taken
  std::string result; ///< bytes
};
std::string encode(const ResultMessage &message);
std::optional<ResultMessage> decodeResultMessage(std::string_view bytes);

/// Broadcast by a worker.
struct WorkerNotice {
  std::string worker;
  std::string item; ///< its current item; empty: none
  bool leaves = false;
};
/// Interval of notices.
inline constexpr double kNoticeSeconds = 2;
/// The topic of idle workers.
inline constexpr const char *kIdleTopic = "idle";
std::string encode(const WorkerNotice &notice);
std::optional<WorkerNotice> decodeNotice(std::string_view bytes);

} // namespace raceward
