// RadixTable<T>: a persistent map from small numbers to shared objects.
//
// Copying a table copies one reference. A change copies only those nodes on its path (at most one
// per five bits of the key) that another table can still see, so that thousands of snapshots of
// 10,000 objects cost only what was written since.
#pragma once

#include "raceward/base/Check.h"
#include "raceward/symex/Ref.h"

#include <array>
#include <cstdint>

namespace raceward {

template <typename T> class RadixTable {
public:
  /// Null if there is none.
  [[nodiscard]] const T *find(std::uint64_t key) const {
    if (!root_ || !reaches(key))
      return nullptr;
    const Node *node = root_.get();
    for (unsigned level = height_; level > 0; --level) {
      node = node->children[digit(key, level)].get();
      if (node == nullptr)
        return nullptr;
    }
    return node->values[digit(key, 0)].get();
  }

  /// The object itself, for modification: copied first if others see it. Requires that it exists.
  T &own(std::uint64_t key) {
    Ref<T> &value = leafFor(key).values[digit(key, 0)];
    RW_CHECK(value);
    if (!value.unique())
      value = Ref<T>(new T(*value));
    return *value;
  }

  /// Replaces the present value.
  T &insert(std::uint64_t key, Ref<T> value) {
    Ref<T> &place = leafFor(key).values[digit(key, 0)];
    place = std::move(value);
    return *place;
  }

  /// Requires that it exists.
  void erase(std::uint64_t key) {
    std::array<Node *, kDeepest> way{};
    Node *node = ownRoot(key);
    for (unsigned level = height_; level > 0; --level) {
      way[level] = node;
      node = ownChild(*node, digit(key, level));
    }
    RW_CHECK(node->values[digit(key, 0)]);
    node->values[digit(key, 0)] = {};
    // Empty nodes are removed as well, or a loop of calls would leave them behind.
    for (unsigned level = 0; level < height_ && node->empty(level); ++level) {
      node = way[level + 1];
      node->children[digit(key, level + 1)] = {};
    }
  }

  /// Calls `use(key, object)` in the order of keys.
  template <typename Use> void forEach(Use &&use) const {
    if (root_)
      visit(*root_, height_, 0, use);
  }

private:
  static constexpr unsigned kBits = 5;
  static constexpr unsigned kWidth = 1U << kBits;
  static constexpr unsigned kDeepest = 13;

  struct Node : Counted {
    // A node holds one or the other; a union of counted references would need its level to copy and
    // to destroy itself.
    std::array<Ref<Node>, kWidth> children;
    std::array<Ref<T>, kWidth> values;
    [[nodiscard]] bool empty(unsigned level) const {
      for (unsigned i = 0; i < kWidth; ++i)
        if (level == 0 ? static_cast<bool>(values[i]) : static_cast<bool>(children[i]))
          return false;
      return true;
    }
  };

  static unsigned digit(std::uint64_t key, unsigned level) {
    return static_cast<unsigned>(key >> (kBits * level)) & (kWidth - 1);
  }

  /// Whether the tree is high enough for this key.
  [[nodiscard]] bool reaches(std::uint64_t key) const {
    return height_ + 1 == kDeepest || (key >> (kBits * (height_ + 1))) == 0;
  }

  static void makeOwn(Ref<Node> &node) {
    if (!node)
      node = Ref<Node>(new Node());
    else if (!node.unique())
      node = Ref<Node>(new Node(*node));
  }

  Node *ownRoot(std::uint64_t key) {
    makeOwn(root_);
    while (!reaches(key)) {
      Ref<Node> above(new Node());
      above->children[0] = std::move(root_);
      root_ = std::move(above);
      ++height_;
    }
    return root_.get();
  }

  static Node *ownChild(Node &parent, unsigned which) {
    makeOwn(parent.children[which]);
    return parent.children[which].get();
  }

  Node &leafFor(std::uint64_t key) {
    Node *node = ownRoot(key);
    for (unsigned level = height_; level > 0; --level)
      node = ownChild(*node, digit(key, level));
    return *node;
  }

  template <typename Use>
  static void visit(const Node &node, unsigned level, std::uint64_t prefix, Use &use) {
    for (unsigned i = 0; i < kWidth; ++i) {
      const std::uint64_t key = prefix << kBits | i;
      if (level > 0 && node.children[i])
        visit(*node.children[i], level - 1, key, use);
      else if (level == 0 && node.values[i])
        use(key, *node.values[i]);
    }
  }

  Ref<Node> root_;
  unsigned height_ = 0; ///< levels above the leaves
};

} // namespace raceward
