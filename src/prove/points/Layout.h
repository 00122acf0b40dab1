// Layout: the division of an object's memory into cells.
//
// The content of an object is kept by cell. A cell stands for words (of the size of a pointer) that
// are not distinguished: the same word of every element of an array. Invariant: every byte belongs
// to one word and every word to one cell, so that overlapping accesses meet in a cell whatever
// their sizes; which words share a cell is a matter of precision only.
#pragma once

#include "Place.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class DataLayout;
class Type;
} // namespace llvm

namespace raceward::points {

struct CoveredCell {
  std::uint32_t cell = 0;
  bool whole = false; ///< the access covers whole words there
};

class Layout {
public:
  /// One cell for everything.
  Layout();
  static Layout ofType(llvm::Type &type, const llvm::DataLayout &layout, std::uint64_t wordBytes);
  /// Memory without a type: its size, or the size of its elements, if known.
  static Layout ofBytes(std::optional<std::uint64_t> bytes,
                        std::optional<std::uint64_t> elementBytes, std::uint64_t wordBytes);
  /// The same, with a head of this many bytes before the first element.
  static Layout withHead(std::uint64_t headBytes, std::uint64_t elementBytes,
                         std::uint64_t wordBytes);

  [[nodiscard]] std::uint32_t cellCount() const { return cellCount_; }
  /// Size of the object, if known.
  [[nodiscard]] std::optional<std::uint64_t> bytes() const { return bytes_; }
  /// The first word of the last segment, and the period of its cells in words.
  [[nodiscard]] std::uint64_t lastSegment() const { return segments_.back().first; }
  [[nodiscard]] std::uint64_t lastPeriod() const { return segments_.back().period; }
  /// The cells that an access of this many bytes may touch.
  [[nodiscard]] std::vector<CoveredCell> covered(const Place &place, std::uint64_t bytes) const;

private:
  /// Words from `first` up to the next segment; the cells repeat every `period` words.
  struct Segment {
    std::uint64_t first = 0;
    std::uint32_t firstCell = 0;
    std::uint64_t period = 1;
  };

  void append(std::uint64_t firstWord, std::uint64_t period);
  void addType(llvm::Type &type, std::uint64_t offset, const llvm::DataLayout &layout, int depth);
  void cover(std::int64_t from, std::int64_t to, bool whole, std::vector<CoveredCell> &out) const;

  std::uint64_t wordBytes_ = 8;
  std::vector<Segment> segments_;
  std::uint32_t cellCount_ = 0;
  std::optional<std::uint64_t> bytes_;
};

} // namespace raceward::points
