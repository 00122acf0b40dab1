// Id<Tag>: an index that cannot be mixed up with an index into something else.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace raceward {

template <typename Tag> class Id {
public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
  [[nodiscard]] constexpr bool valid() const { return index_ != kNone; }

  constexpr auto operator<=>(const Id &) const = default;

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t index_ = kNone;
};

} // namespace raceward

template <typename Tag> struct std::hash<raceward::Id<Tag>> {
  std::size_t operator()(raceward::Id<Tag> id) const noexcept { return id.index(); }
};
