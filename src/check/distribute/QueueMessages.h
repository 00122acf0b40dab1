// What coordinator and workers write to each other over a queue.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

/// An item on its way.
struct ItemMessage {
  std::string bundle; ///< name of the blob that has the program
  std::string id;
  std::string item; ///< bytes
};
/// What distinguishes it from other kinds of work.
inline constexpr std::string_view kItemMagic = "raceward-item 1\n";
std::string encode(const ItemMessage &message);
std::optional<ItemMessage> decodeItemMessage(std::string_view bytes);

/// A result, and whose it is.
struct ResultMessage {
  std::string worker;
  double seconds = 0; ///< that it took
  std::string result; ///< bytes
};
std::string encode(const ResultMessage &message);
std::optional<ResultMessage> decodeResultMessage(std::string_view bytes);

/// What a worker tells whoever listens.
struct WorkerNotice {
  std::string worker;
  std::string item; ///< that it is at; empty: none
  bool leaves = false;
};
/// How often it tells.
inline constexpr double kNoticeSeconds = 2;
/// The topic of workers that asked for work and got none.
inline constexpr const char *kIdleTopic = "idle";
std::string encode(const WorkerNotice &notice);
std::optional<WorkerNotice> decodeNotice(std::string_view bytes);

} // namespace raceward
