// Symbols: names of the functions and variables of a program that runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace raceward {

class Symbols {
public:
  /// Of the file, which is mapped at `base` if its addresses can be moved.
  void read(const std::string &file, std::uint64_t base);
  /// Demangled; empty if no symbol covers the address.
  [[nodiscard]] std::string at(std::uint64_t address) const;

private:
  struct Symbol {
    std::uint64_t bytes = 0;
    std::string name;
  };
  std::map<std::uint64_t, Symbol> symbols_; ///< by where they begin
};

/// Whether the file is a program with the control runtime in it.
bool hasRuntime(const std::string &file);

/// Where the executable of a process begins in its memory; 0 if that cannot be told.
std::uint64_t baseOfExecutable(int process);

} // namespace raceward
