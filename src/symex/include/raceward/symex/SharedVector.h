// SharedVector<T>: a vector whose copies share their elements until one of them writes.
//
// For a few objects of some size, such as the threads of a state: a copy increments reference
// counts, and a change copies only the element concerned. For many objects, see RadixTable.h.
#pragma once

#include "raceward/symex/Ref.h"

#include <cstddef>
#include <span>
#include <vector>

namespace raceward {

/// Requires that T is Counted.
template <typename T> class SharedVector {
public:
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  const T &operator[](std::size_t index) const { return *items_[index]; }
  [[nodiscard]] std::span<const Ref<T>> items() const { return items_; }

  /// For modification: copied first if others see it.
  T &own(std::size_t index) {
    Ref<T> &item = items_[index];
    if (!item.unique())
      item = Ref<T>(new T(*item));
    return *item;
  }

  /// Grows to at least this many, with new elements equal to T{}.
  void atLeast(std::size_t count) {
    while (items_.size() < count)
      items_.push_back(Ref<T>(new T{}));
  }

private:
  std::vector<Ref<T>> items_;
};

} // namespace raceward
