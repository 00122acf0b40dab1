// Symbols: names of the functions and variables of a program that runs.
#pragma once

#include "raceward/native/NativePlace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace raceward {

class Symbols {
public:
  /// Of the file, which is mapped at `base` if its addresses can be moved.
  void read(const std::string &file, std::uint64_t base);
  /// Demangled; empty if no symbol covers the address.
  [[nodiscard]] std::string at(std::uint64_t address) const;
  [[nodiscard]] std::optional<SymbolPlace> placeOf(std::uint64_t address) const;
  [[nodiscard]] std::optional<SymbolPlace> named(const std::string &name) const;

private:
  struct Symbol {
    std::uint64_t bytes = 0;
    std::string name;
  };
  [[nodiscard]] const std::pair<const std::uint64_t, Symbol> *covering(std::uint64_t address) const;

  std::map<std::uint64_t, Symbol> symbols_; ///< by where they begin
  std::multimap<std::string, std::uint64_t> starts_;
};

/// Whether the file is a program with the control runtime in it.
bool hasRuntime(const std::string &file);

/// Where the executable of a process begins in its memory; 0 if that cannot be told.
std::uint64_t baseOfExecutable(int process);

} // namespace raceward
