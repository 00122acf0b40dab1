// Connections of a program to itself, for the models of sockets in C (share/raceward/models/libc/
// sockets.c).
//
// What a socket receives comes from anyone: others may connect to an address that the program waits
// at, and send to it. But a connection that the program makes to an address of its own leads to
// itself: it comes after listen(), and what comes through it comes from its threads. That is not
// followed, and a path ends there.
#include "../LibraryModel.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace raceward::models {

namespace {

using Address = State::SocketAddress;

constexpr std::uint64_t kUnix = 1; // AF_UNIX
constexpr std::array<std::uint64_t, 2> kInternet = {2, 10};
constexpr std::size_t kFamilyBytes = 2;
constexpr std::size_t kPortBytes = 2;

bool isInternet(const Address &address) {
  return std::ranges::count(kInternet, address.family) != 0;
}

/// Empty if it is not known, or any: a port that the system chooses.
bool socketAddress(LibraryCall &call, Address &out) {
  std::uint64_t at = 0;
  std::uint64_t length = 0;
  if (!call.number(0, "the address of a socket", at) ||
      !call.number(1, "the length of an address", length))
    return false;
  const Memory &memory = call.machine.state().memory;
  const MemoryObject *object = memory.objectAt(at);
  if (object == nullptr || length < kFamilyBytes)
    return true;
  const std::uint64_t offset = at - object->base();
  length = std::min(length, object->size() - std::min(offset, object->size()));
  if (length < kFamilyBytes || !object->areNumbers(offset, kFamilyBytes))
    return true;
  const std::uint8_t *bytes = object->bytes() + offset;
  out.family = bytes[0] | bytes[1] << 8;
  const std::size_t rest = static_cast<std::size_t>(length) - kFamilyBytes;
  const std::size_t wanted = isInternet(out) ? std::min(kPortBytes, rest) : rest;
  if (!object->areNumbers(offset + kFamilyBytes, wanted))
    return true;
  out.place.assign(bytes + kFamilyBytes, bytes + kFamilyBytes + wanted);
  const bool isAnyPort =
      isInternet(out) && std::ranges::count(out.place, 0) == std::ssize(out.place);
  if (out.family == kUnix && !out.place.empty() && out.place.front() != 0) // a path
    out.place.erase(std::ranges::find(out.place, 0), out.place.end());
  if (isAnyPort)
    out.place.clear();
  return true;
}

bool mayBeSame(const Address &a, const Address &b) {
  if (a.family != 0 && b.family != 0 && a.family != b.family &&
      !(isInternet(a) && isInternet(b))) // a socket of IPv6 may be reached by IPv4
    return false;
  return a.place.empty() || b.place.empty() || a.place == b.place;
}

/// (address, length)
bool binds(LibraryCall &call) {
  Address address;
  if (!socketAddress(call, address))
    return false;
  call.machine.state().boundAddresses.push_back(std::move(address));
  return true;
}

/// (address, length)
bool reaches(LibraryCall &call) {
  Address address;
  if (call.machine.state().boundAddresses.empty())
    return true;
  if (!socketAddress(call, address))
    return false;
  const bool isOwn =
      std::ranges::any_of(call.machine.state().boundAddresses,
                          [&](const Address &own) { return mayBeSame(own, address); });
  return !isOwn || call.machine.stopWithGap(GapKind::UnmodelledCall,
                                            "a program that connects to itself is not followed");
}

constexpr LibraryModel kConnectionModels[] = {
    {"raceward_binds", 2, binds},
    {"raceward_reaches", 2, reaches},
};

} // namespace

std::span<const LibraryModel> connections() {
  return kConnectionModels;
}

} // namespace raceward::models
