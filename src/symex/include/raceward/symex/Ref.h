// Ref<T>: a counted reference to an object that states share.
//
// Snapshots share everything and copy on write: the owner of the only reference may change the
// object in place. Counts are plain numbers: a machine belongs to one thread of one process.
#pragma once

#include <cstdint>
#include <utility>

namespace raceward {

/// Base of shared objects. A copy starts without references.
class Counted {
public:
  Counted() = default;
  Counted(const Counted & /*other*/) {}
  Counted &operator=(const Counted & /*other*/) { return *this; }

private:
  template <typename> friend class Ref;
  std::uint32_t references_ = 0;
};

template <typename T> class Ref {
public:
  Ref() = default;
  explicit Ref(T *object) : object_(object) { take(); }
  Ref(const Ref &other) : object_(other.object_) { take(); }
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  /// Snapshots overwrite others of nearly the same state: most references are equal.
  Ref &operator=(const Ref &other) {
    if (object_ != other.object_) {
      Ref copy(other);
      std::swap(object_, copy.object_);
    }
    return *this;
  }
  Ref &operator=(Ref &&other) noexcept {
    Ref taken(std::move(other));
    std::swap(object_, taken.object_);
    return *this;
  }
  ~Ref() { drop(); }

  [[nodiscard]] T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

  /// Whether this is the only reference: it may be changed in place.
  [[nodiscard]] bool unique() const { return object_ != nullptr && object_->references_ == 1; }

private:
  void take() {
    if (object_ != nullptr)
      ++object_->references_;
  }
  void drop() {
    if (object_ != nullptr && --object_->references_ == 0)
      delete object_;
  }
  T *object_ = nullptr;
};

} // namespace raceward
