// The commands, and sets of them.
#pragma once

#include <cstdint>
#include <span>

namespace raceward {

enum class CommandId : std::uint8_t {
#define RW_COMMAND(id, ...) id,
#include "options/CommandTable.def"
  Count_, ///< how many there are
};

/// A row of CommandTable.def.
struct CommandRow {
  enum class Size : std::uint8_t { Large, Small };

  CommandId id;
  const char *name;
  Size size;
  const char *summary; ///< for lists of commands, without a full stop
  const char *usage;   ///< "check [options] FILE..."
  const char *description;
  const char *exitStatus; ///< "0 race-free, 1 race, …"; may be empty
};

/// By their ids.
std::span<const CommandRow> allCommands();
inline const CommandRow &rowOf(CommandId id) {
  return allCommands()[static_cast<std::size_t>(id)];
}

class CommandSet {
public:
  template <typename... Ids>
  constexpr explicit CommandSet(Ids... ids) : bits_((bit(ids) | ... | 0U)) {}
  static constexpr CommandSet all() {
    CommandSet set;
    set.bits_ = UINT32_MAX;
    return set;
  }
  [[nodiscard]] constexpr bool has(CommandId id) const { return (bits_ & bit(id)) != 0; }

private:
  static constexpr std::uint32_t bit(CommandId id) {
    static_assert(static_cast<unsigned>(CommandId::Count_) <= 32);
    return std::uint32_t{1} << static_cast<unsigned>(id);
  }

  std::uint32_t bits_ = 0;
};

} // namespace raceward
