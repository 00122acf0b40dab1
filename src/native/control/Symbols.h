// Symbols: names of the functions and variables of a running program.
#pragma once

#include "raceward/native/NativePlace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace raceward {

class Symbols {
public:
  /// Reads the symbols of the file, which is mapped at `base` if it is position-independent.
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

  std::map<std::uint64_t, Symbol> symbols_; ///< by start address
  std::multimap<std::string, std::uint64_t> starts_;
};

/// Whether the file is a program that contains the control runtime.
bool hasRuntime(const std::string &file);

/// The load address of the executable of a process; 0 if it is unknown.
std::uint64_t baseOfExecutable(int process);

} // namespace raceward
