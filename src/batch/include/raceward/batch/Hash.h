// A fingerprint that notices change; it protects against mistakes, not against an
// adversary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace raceward::batch {

/// FNV-1a, 64 bits.
class Fingerprint {
public:
  void add(std::string_view bytes) {
    for (const char c : bytes) {
      state_ ^= static_cast<unsigned char>(c);
      state_ *= 1099511628211U;
    }
  }
  [[nodiscard]] std::string text() const;

private:
  std::uint64_t state_ = 14695981039346656037U;
};

} // namespace raceward::batch
