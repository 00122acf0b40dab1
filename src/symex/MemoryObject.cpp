#include "raceward/symex/MemoryObject.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace raceward {

namespace {

constexpr Term kUnknownByte{};             // the invalid term
constexpr Term kArrayByte{UINT32_MAX - 1}; // no arena grows that far

/// Without memory it ends as operator new does.
template <typename Item> Item *checked(void *memory) {
  if (memory == nullptr)
    if (const std::new_handler handler = std::get_new_handler())
      handler();
  RW_CHECK(memory != nullptr);
  return static_cast<Item *>(memory);
}

/// The system gives zeros page by page, when they are touched: of a large object a run often
/// touches little.
template <typename Item> Item *zeros(std::uint64_t count) {
  return checked<Item>(std::calloc(count, sizeof(Item)));
}

template <typename Item> Item *anyItems(std::uint64_t count) {
  return checked<Item>(std::malloc(count * sizeof(Item)));
}

/// Calls `use(word, bits)` for each word of a mask that has bits of this range.
template <typename Use> bool forEachWord(std::uint64_t offset, std::uint64_t count, Use &&use) {
  const std::uint64_t end = offset + count;
  while (offset < end) {
    const std::uint64_t from = offset & 63;
    const std::uint64_t bits = std::min<std::uint64_t>(64 - from, end - offset);
    if (!use(offset >> 6, (bits == 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1) << from))
      return false;
    offset += bits;
  }
  return true;
}

} // namespace

MemoryObject::MemoryObject(ObjectKind kind, std::uint64_t base, std::uint64_t size, Fill fill)
    : kind_(kind), base_(base), size_(size),
      bytes_(size == 0 ? nullptr : zeros<std::uint8_t>(size)) {
  if (fill == Fill::Unknown && size > 0)
    mask_.reset(zeros<std::uint64_t>(maskWords()));
}

MemoryObject::MemoryObject(const MemoryObject &other)
    : Counted(other), origin(other.origin), kind_(other.kind_), readOnly_(other.readOnly_),
      asleep_(other.asleep_), base_(other.base_), size_(other.size_), array_(other.array_),
      snapshot_(other.snapshot_) {
  if (other.bytes_) {
    bytes_.reset(anyItems<std::uint8_t>(size_));
    std::memcpy(bytes_.get(), other.bytes_.get(), size_);
  }
  if (other.mask_) {
    mask_.reset(anyItems<std::uint64_t>(maskWords()));
    std::copy_n(other.mask_.get(), maskWords(), mask_.get());
  }
  if (other.notes_) {
    notes_.reset(anyItems<std::uint64_t>(maskWords()));
    std::copy_n(other.notes_.get(), maskWords(), notes_.get());
  }
  if (other.terms_) {
    terms_.reset(new Term[size_]);
    std::copy_n(other.terms_.get(), size_, terms_.get());
  }
}

bool MemoryObject::areNumbersSlowly(std::uint64_t offset, std::uint64_t count) const {
  return forEachWord(offset, count, [&](std::uint64_t word, std::uint64_t bits) {
    return (mask_[word] & bits) == bits;
  });
}

bool MemoryObject::areUnknown(std::uint64_t offset, std::uint64_t count) const {
  return mask_ && !terms_ &&
         forEachWord(offset, count, [&](std::uint64_t word, std::uint64_t bits) {
           return (mask_[word] & bits) == 0;
         });
}

void MemoryObject::markNumbersSlowly(std::uint64_t offset, std::uint64_t count) {
  forEachWord(offset, count, [&](std::uint64_t word, std::uint64_t bits) {
    mask_[word] |= bits;
    return true;
  });
}

ByteState MemoryObject::stateOf(std::uint64_t offset) const {
  if (areNumbers(offset, 1))
    return ByteState::Number;
  if (!terms_ || terms_[offset] == kUnknownByte)
    return ByteState::Unknown;
  return terms_[offset] == kArrayByte ? ByteState::InArray : ByteState::Symbolic;
}

void MemoryObject::needMask() {
  if (mask_)
    return;
  mask_.reset(anyItems<std::uint64_t>(maskWords()));
  std::fill_n(mask_.get(), maskWords(), UINT64_MAX);
}

void MemoryObject::setTerm(std::uint64_t offset, Term term) {
  RW_CHECK(term.valid() && offset < size_);
  needMask();
  if (!terms_)
    terms_.reset(new Term[size_]);
  clearBit(offset);
  terms_[offset] = term;
}

void MemoryObject::setUnknown(std::uint64_t offset, std::uint64_t count) {
  needMask();
  forEachWord(offset, count, [&](std::uint64_t word, std::uint64_t bits) {
    mask_[word] &= ~bits;
    return true;
  });
  if (terms_)
    std::fill_n(terms_.get() + offset, count, kUnknownByte);
}

void MemoryObject::noteAddress(std::uint64_t offset) {
  if (!notes_)
    notes_.reset(zeros<std::uint64_t>(maskWords()));
  notes_[offset >> 6] |= std::uint64_t{1} << (offset & 63);
}

void MemoryObject::copyNotes(std::uint64_t offset, const MemoryObject &from, std::uint64_t first,
                             std::uint64_t count) {
  if (!notes_ && !from.notes_)
    return;
  std::vector<bool> noted(count);
  for (std::uint64_t i = 0; i < count; ++i)
    noted[i] = from.isNotedAddress(first + i);
  for (std::uint64_t i = 0; i < count; ++i)
    if (noted[i])
      noteAddress(offset + i);
    else if (isNotedAddress(offset + i))
      notes_[(offset + i) >> 6] &= ~(std::uint64_t{1} << ((offset + i) & 63));
}

void MemoryObject::forgetContent() {
  if (!mask_ && size_ > 0)
    mask_.reset(anyItems<std::uint64_t>(maskWords()));
  std::fill_n(mask_.get(), maskWords(), 0);
  terms_.reset();
  notes_.reset();
  array_ = Term();
}

void MemoryObject::moveIntoArray(Term array) {
  if (!terms_)
    terms_.reset(new Term[size_]);
  if (!mask_)
    mask_.reset(anyItems<std::uint64_t>(maskWords()));
  std::fill_n(mask_.get(), maskWords(), 0);
  std::fill_n(terms_.get(), size_, kArrayByte);
  array_ = array;
  snapshot_ = array;
}

void MemoryObject::copyByte(std::uint64_t to, const MemoryObject &from, std::uint64_t offset,
                            Term inArray) {
  switch (from.stateOf(offset)) {
  case ByteState::Number:
    bytes_[to] = from.bytes_[offset];
    markNumbers(to, 1);
    return;
  case ByteState::Symbolic:
    setTerm(to, from.terms_[offset]);
    return;
  case ByteState::Unknown:
    setUnknown(to, 1);
    return;
  case ByteState::InArray:
    setTerm(to, inArray);
    return;
  }
}

} // namespace raceward
