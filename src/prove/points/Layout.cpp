#include "Layout.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <numeric>

namespace raceward::points {

namespace {

constexpr std::uint64_t kMostWords = 64; ///< distinguished one by one
constexpr std::uint32_t kMostCells = 128;
constexpr int kDeepestStruct = 8;
/// Maximum number of elements of a row that are examined one by one.
constexpr std::uint64_t kMostSteps = 256;

} // namespace

Layout::Layout() {
  append(0, 1);
}

void Layout::append(std::uint64_t firstWord, std::uint64_t period) {
  if (!segments_.empty() && segments_.back().first >= firstWord) {
    // A word between two members belongs to the first.
    firstWord = segments_.back().first + 1;
  }
  segments_.push_back({firstWord, cellCount_, period});
  cellCount_ += static_cast<std::uint32_t>(period);
}

Layout Layout::ofBytes(std::optional<std::uint64_t> bytes,
                       std::optional<std::uint64_t> elementBytes, std::uint64_t wordBytes) {
  Layout made;
  made.wordBytes_ = wordBytes;
  made.bytes_ = bytes;
  made.segments_.clear();
  made.cellCount_ = 0;
  if (elementBytes && *elementBytes % wordBytes == 0 && *elementBytes > 0 &&
      *elementBytes / wordBytes <= kMostWords) {
    made.append(0, *elementBytes / wordBytes);
  } else if (bytes && *bytes <= kMostWords * wordBytes) {
    made.append(0, std::max<std::uint64_t>(1, (*bytes + wordBytes - 1) / wordBytes));
  } else {
    made.append(0, kMostWords / 2);
    made.append(kMostWords / 2, 1);
  }
  return made;
}

Layout Layout::withHead(std::uint64_t headBytes, std::uint64_t elementBytes,
                        std::uint64_t wordBytes) {
  const std::uint64_t head = (headBytes + wordBytes - 1) / wordBytes;
  if (head == 0 || elementBytes % wordBytes != 0 || elementBytes / wordBytes > kMostWords)
    return ofBytes(std::nullopt, elementBytes, wordBytes);
  Layout made;
  made.wordBytes_ = wordBytes;
  made.segments_.clear();
  made.cellCount_ = 0;
  made.append(0, std::min(head, kMostWords));
  made.append(head, elementBytes / wordBytes);
  return made;
}

void Layout::addType(llvm::Type &type, std::uint64_t offset, const llvm::DataLayout &layout,
                     int depth) {
  const std::uint64_t bytes = layout.getTypeAllocSize(&type).getFixedValue();
  const std::uint64_t firstWord = offset / wordBytes_;
  const std::uint64_t words = (offset + bytes + wordBytes_ - 1) / wordBytes_ - firstWord;
  if (bytes == 0 || cellCount_ > kMostCells)
    return;
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
    const std::uint64_t element = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    const bool fits =
        element % wordBytes_ == 0 && offset % wordBytes_ == 0 && element / wordBytes_ <= kMostWords;
    append(firstWord, fits && element > 0 ? element / wordBytes_ : 1);
    return;
  }
  if (auto *record = llvm::dyn_cast<llvm::StructType>(&type);
      record && words > 1 && depth < kDeepestStruct) {
    const llvm::StructLayout *places = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      addType(*record->getElementType(i), offset + places->getElementOffset(i).getFixedValue(),
              layout, depth + 1);
    return;
  }
  append(firstWord, words <= kMostWords ? words : 1);
}

Layout Layout::ofType(llvm::Type &type, const llvm::DataLayout &layout, std::uint64_t wordBytes) {
  if (!type.isSized() || layout.getTypeAllocSize(&type).isScalable())
    return ofBytes(std::nullopt, std::nullopt, wordBytes);
  const std::uint64_t bytes = layout.getTypeAllocSize(&type).getFixedValue();
  if (bytes == 0)
    return ofBytes(std::nullopt, std::nullopt, wordBytes);
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(&type);
      array && bytes > kMostWords * wordBytes / 4)
    if (const std::uint64_t element =
            layout.getTypeAllocSize(array->getElementType()).getFixedValue();
        element % wordBytes == 0)
      return ofBytes(bytes, element, wordBytes);
  if (bytes <= kMostWords * wordBytes)
    return ofBytes(bytes, std::nullopt, wordBytes);
  Layout made;
  made.wordBytes_ = wordBytes;
  made.segments_.clear();
  made.cellCount_ = 0;
  made.addType(type, 0, layout, 0);
  if (made.segments_.empty() || made.cellCount_ > kMostCells || made.segments_.front().first != 0) {
    made = Layout();
    made.wordBytes_ = wordBytes;
  }
  made.bytes_ = bytes;
  return made;
}

/// All cells of the bytes [from, to). Bytes outside of the object are ignored.
void Layout::cover(std::int64_t from, std::int64_t to, bool whole,
                   std::vector<CoveredCell> &out) const {
  from = std::max<std::int64_t>(from, 0);
  if (from >= to)
    return;
  const auto word = static_cast<std::int64_t>(wordBytes_);
  const auto firstWord = static_cast<std::uint64_t>(from / word);
  const std::uint64_t endWord = static_cast<std::uint64_t>((to - 1) / word) + 1;
  const auto next = std::upper_bound(
      segments_.begin(), segments_.end(), firstWord,
      [](std::uint64_t wanted, const Segment &segment) { return wanted < segment.first; });
  for (auto at = std::prev(next); at != segments_.end() && at->first < endWord; ++at) {
    const std::uint64_t begin = std::max(firstWord, at->first);
    const std::uint64_t end =
        std::next(at) == segments_.end() ? endWord : std::min(endWord, std::next(at)->first);
    const std::uint64_t count = std::min(end - begin, at->period);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t cell = at->firstCell + (begin + i - at->first) % at->period;
      out.push_back({static_cast<std::uint32_t>(cell), whole});
    }
    // The last word may be partial, and may have been skipped above as a repetition.
    if (end == endWord && to % word != 0)
      out.push_back(
          {static_cast<std::uint32_t>(at->firstCell + (endWord - 1 - at->first) % at->period),
           false});
    if (begin == firstWord && from % word != 0)
      out.push_back(
          {static_cast<std::uint32_t>(at->firstCell + (begin - at->first) % at->period), false});
  }
}

std::vector<CoveredCell> Layout::covered(const Place &place, std::uint64_t bytes) const {
  std::vector<CoveredCell> found;
  const auto word = static_cast<std::int64_t>(wordBytes_);
  const Segment &tail = segments_.back();
  const auto everything = static_cast<std::int64_t>(
      std::max((tail.first + tail.period) * wordBytes_, bytes_.value_or(0)));
  if (bytes == 0)
    return found;
  if (bytes == kUnknownBytes || place.period == 1) {
    // Unknown start and end: the start of the place does not limit a row.
    const std::int64_t from = place.isEndless() ? 0 : place.first;
    std::int64_t to = std::max(everything, place.first + everything);
    if (bytes != kUnknownBytes && !place.isEndless())
      to = place.last + static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, everything));
    cover(from, to, bytes == kUnknownBytes || bytes >= 2 * wordBytes_, found);
    if (place.period == 1)
      for (CoveredCell &cell : found)
        cell.whole = cell.whole && bytes == kUnknownBytes;
    return found;
  }
  const auto length = static_cast<std::int64_t>(
      std::min<std::uint64_t>(bytes, static_cast<std::uint64_t>(everything) + wordBytes_));
  if (place.isExact()) {
    cover(place.first, place.first + length, true, found);
    return found;
  }
  const auto period = static_cast<std::int64_t>(place.period);
  const bool whole = place.first % word == 0 && period % word == 0 && length % word == 0;
  // Elements outside of the object do not exist: an index that may be any `int` begins far before
  // it.
  std::int64_t first = place.isEndless() ? place.first % period : place.first;
  if (first + length <= 0)
    first += (-(first + length) / period + 1) * period;
  std::int64_t last = place.isEndless() ? INT64_MAX : place.last;
  if (bytes_)
    last = std::min(last, static_cast<std::int64_t>(*bytes_) - 1);
  // In the last segment, elements that are a cycle apart are in the same cell.
  const std::int64_t cycle = std::lcm(period, static_cast<std::int64_t>(tail.period * wordBytes_));
  last =
      std::min(last, std::max(first, static_cast<std::int64_t>(tail.first * wordBytes_)) + cycle);
  if (last > first) // the last element that there is
    last -= (last - first) % period;
  if (length >= period || (last - first) / period > static_cast<std::int64_t>(kMostSteps)) {
    cover(place.isEndless() ? 0 : first, last + length, whole, found);
    return found;
  }
  // An endless row may begin before its residue: its first element covers only bytes before zero,
  // which do not exist, unless it is longer than the residue.
  for (std::int64_t at = place.isEndless() ? first - period : first; at <= last; at += period)
    cover(at, at + length, whole, found);
  return found;
}

} // namespace raceward::points
