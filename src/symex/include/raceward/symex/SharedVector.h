// SharedVector<T>: a vector whose copies share its elements until one of them writes.
//
// For a few things of some size, such as the threads of a state: a copy counts references
// up, and a change copies the one element that it is about. For many things, see
// RadixTable.h.
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

  /// For changing: its own copy, if others see it.
  T &own(std::size_t index) {
    Ref<T> &item = items_[index];
    if (!item.unique())
      item = Ref<T>(new T(*item));
    return *item;
  }

  /// Makes sure that there are so many, the new ones as T{} is.
  void atLeast(std::size_t count) {
    while (items_.size() < count)
      items_.push_back(Ref<T>(new T{}));
  }

private:
  std::vector<Ref<T>> items_;
};

} // namespace raceward
